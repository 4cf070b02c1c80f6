import { checkEncodingName, type EmbeddedEncoding } from './embedded-encoding.js';
import { Call } from './call.js';
import { areLong, cross, type CrossedText } from './crossing.js';
import { type LoadOptions, type LoadSyncOptions, resolveLoadOptions, resolveLoadSyncOptions } from './load-options.js';
import { binding, type NativeTokenizer, settleSync } from './native-binding.js';
import { claimTokenizer, shareTokenizer, type SharedTokenizer } from './shared-tokenizer.js';
import { TokenizerCache } from './tokenizer-cache.js';
import { constructionKey, openNative } from './tokenizer-handle.js';
import { checkJson, checkPath } from './tokenizer-source.js';
import { detach } from './text-input.js';

/**
 * A loaded tokenizer: turns text into token ids and back, and counts tokens.
 *
 * Get one from {@link Tokenizer.fromEncoding}, {@link Tokenizer.fromFile} or {@link Tokenizer.fromJSON}. It may be used by any number of
 * calls at once. Methods that can take long return promises and work off the JavaScript thread; each has a twin whose name ends in
 * `Sync` that works on the calling thread and returns its result. An async method never throws: it rejects.
 *
 * Every method can fail with `ERR_INVALID_ARGUMENT` (an argument or option of a wrong type or value, or an option it does not know),
 * with `ERR_CLOSED` (after {@link Tokenizer.close}), with `ERR_OUT_OF_MEMORY` and with `ERR_INTERNAL`. Further codes stand with each.
 *
 * @example
 * ```ts
 * import { Tokenizer } from 'tokenwell';
 *
 * const tokenizer = await Tokenizer.fromEncoding('o200k_base');
 * const { tokens } = await tokenizer.count('How many tokens is this?'); // 6
 * const { ids } = await tokenizer.encode('Hello world'); // Uint32Array [ 13225, 2375 ]
 * const text = await tokenizer.decode(ids); // 'Hello world'
 * tokenizer.close();
 * ```
 */
export class Tokenizer extends TokenizerCache {
  private constructor(key: symbol, native: NativeTokenizer) {
    super(key, native);
  }

  /**
   * Loads an encoding whose vocabulary is part of this package: no file and no network.
   *
   * @throws `ERR_TOKENIZER_NOT_FOUND` for a name that is not embedded; the message lists those that are.
   *
   * @example
   * ```ts
   * const tokenizer = await Tokenizer.fromEncoding('cl100k_base', { segmentCache: { maxBytes: 16 * 1024 * 1024 } });
   * ```
   */
  static async fromEncoding(name: EmbeddedEncoding, options?: LoadOptions): Promise<Tokenizer> {
    const encoding = checkEncodingName(name);
    const { native, signal } = resolveLoadOptions(options);
    return Tokenizer.#load(signal, () => binding.loadEncoding(encoding, native));
  }

  /** The twin of {@link Tokenizer.fromEncoding} that blocks the thread while it loads. */
  static fromEncodingSync(name: EmbeddedEncoding, options?: LoadSyncOptions): Tokenizer {
    const [encoding, resolved] = [checkEncodingName(name), resolveLoadSyncOptions(options)];
    return Tokenizer.#loaded(settleSync(() => binding.loadEncodingSync(encoding, resolved)));
  }

  /**
   * Loads a tokenizer.json, or the one in a folder. From a folder its tokenizer_config.json is read too, if there is one: added tokens that
   * stand only there are added, and those that its chat template uses are control tokens (see {@link SpecialTokens}).
   *
   * A string is a path, also when it looks like a URL; a `URL` must be a `file:` URL. Loading takes time and memory in proportion to the
   * file; to use it in several places, load it once and {@link Tokenizer.clone} it.
   *
   * @throws `ERR_TOKENIZER_NOT_FOUND` if there is no such file, or no tokenizer.json in the folder.
   * @throws `ERR_TOKENIZER_INVALID` if a file is not what it should be, or larger than `maxFileBytes`.
   * @throws `ERR_INVALID_UTF8` if a file is not UTF-8.
   * @throws `ERR_UNSUPPORTED` if its normalizer fails on one of its own added tokens.
   *
   * @example
   * ```ts
   * const tokenizer = await Tokenizer.fromFile(new URL('./models/bert/tokenizer.json', import.meta.url));
   * ```
   */
  static async fromFile(path: string | URL, options?: LoadOptions): Promise<Tokenizer> {
    const file = checkPath(path);
    const { native, signal } = resolveLoadOptions(options);
    return Tokenizer.#load(signal, () => binding.loadFile(file, native));
  }

  /** The twin of {@link Tokenizer.fromFile} that blocks the thread while it loads. */
  static fromFileSync(path: string | URL, options?: LoadSyncOptions): Tokenizer {
    const [file, resolved] = [checkPath(path), resolveLoadSyncOptions(options)];
    return Tokenizer.#loaded(settleSync(() => binding.loadFileSync(file, resolved)));
  }

  /**
   * Loads a tokenizer from the text of a tokenizer.json.
   *
   * Two tokenizers that were loaded from the same text share nothing; clones do.
   *
   * @throws `ERR_TOKENIZER_INVALID` if the text is no tokenizer.
   * @throws `ERR_INVALID_UTF8` if it came as bytes that are not UTF-8.
   * @throws `ERR_UNSUPPORTED` if its normalizer fails on one of its own added tokens.
   *
   * @example
   * ```ts
   * const tokenizer = await Tokenizer.fromJSON(await readFile('tokenizer.json'));
   * ```
   */
  static async fromJSON(json: string | Uint8Array, options?: LoadOptions): Promise<Tokenizer> {
    // First, as reading them may run code of the caller.
    const { native, signal } = resolveLoadOptions(options);
    const text = checkJson(json);
    const isLong = areLong([text]);
    // What crosses in slices crosses when the call has returned.
    let held = isLong ? detach(text) : text;
    const beforeWaiting = (): void => {
      held = detach(text);
    };
    const load = (crossed: CrossedText): Promise<NativeTokenizer> => binding.loadJson(crossed, native);
    return Tokenizer.#load(signal, () => (isLong ? cross(held, signal).then(load) : load(held)), beforeWaiting);
  }

  /** The twin of {@link Tokenizer.fromJSON} that blocks the thread while it loads. */
  static fromJSONSync(json: string | Uint8Array, options?: LoadSyncOptions): Tokenizer {
    const [text, resolved] = [checkJson(json), resolveLoadSyncOptions(options)];
    return Tokenizer.#loaded(settleSync(() => binding.loadJsonSync(text, resolved)));
  }

  /**
   * Another tokenizer on the same vocabulary and the same segment cache: what one has seen, the other finds. It costs next to nothing, is
   * closed by itself, and begins with the truncation and padding of this one.
   *
   * @example
   * ```ts
   * using worker = tokenizer.clone();
   * ```
   */
  clone(): Tokenizer {
    const native = openNative(this);
    return new Tokenizer(
      constructionKey,
      settleSync(() => native.clone()),
    );
  }

  /**
   * The name by which other threads of this process reach this tokenizer as it is now: its vocabulary, its segment cache, truncation and padding. Nothing is
   * copied or loaded again; all threads find what any of them has counted. Changes that come later are not part of it.
   *
   * A name owns nothing. It can be claimed as long as any tokenizer on the same vocabulary and cache is open in some thread; this one counts until
   * {@link Tokenizer.close} or until its thread ends, also if nothing refers to it any more.
   *
   * @example
   * ```ts
   * const worker = new Worker(new URL('./counting.js', import.meta.url), { workerData: tokenizer.share() });
   * ```
   */
  share(): SharedTokenizer {
    return shareTokenizer(openNative(this));
  }

  /**
   * Another tokenizer on what a thread of this process shares, at the price of {@link Tokenizer.clone}. It is closed by itself.
   *
   * @throws `ERR_CLOSED` if all tokenizers on what was shared have been closed.
   * @throws `ERR_INVALID_ARGUMENT` if the name is from another process, or from another copy of this package.
   *
   * @example
   * ```ts
   * const shared = tokenizer.share(); // in one thread
   * using claimed = Tokenizer.fromShared(shared); // in any thread that it was sent to
   * ```
   */
  static fromShared(shared: SharedTokenizer): Tokenizer {
    return new Tokenizer(constructionKey, claimTokenizer(shared));
  }

  static async #load(
    signal: AbortSignal | undefined,
    work: () => Promise<NativeTokenizer>,
    beforeWaiting: () => void = () => {},
  ): Promise<Tokenizer> {
    // However small a file is, what it says can take long.
    const native = await Call.toLoad(signal).run({ units: Number.POSITIVE_INFINITY, beforeWaiting, work });
    return Tokenizer.#loaded(native);
  }

  static #loaded(native: NativeTokenizer): Tokenizer {
    settleSync(() => native.announceMemory());
    return new Tokenizer(constructionKey, native);
  }
}
