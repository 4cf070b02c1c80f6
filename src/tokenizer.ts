// The declarations of this file say `Disposable`, so they must bring its types to whoever compiles against them.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkBatch, runTasks, runTasksSync, splitIntoDetachedTasks, splitIntoTasks } from './batch.js';
import { type DecodeOptions, resolveDecodeOptions } from './decode-options.js';
import { checkEncodingName, type EmbeddedEncoding } from './embedded-encoding.js';
import { type CountOptions, type EncodeOptions, resolveCountOptions, resolveEncodeOptions } from './encode-options.js';
import type { Encoding } from './encoding.js';
import { engineOf, type EngineName } from './engine-name.js';
import { TokenwellError } from './errors.js';
import type { Inspection } from './inspection.js';
import { type LoadOptions, resolveLoadOptions } from './load-options.js';
import { binding, type NativeTokenizer, settle, settleSync } from './native-binding.js';
import type { SegmentCacheStats } from './segment-cache-stats.js';
import { checkText, checkTextOrPair, type NativeText, type TextInput, type TextOrPair } from './text-input.js';
import { exactCount, exactCounts, type TokenCount } from './token-count.js';
import { checkIds } from './token-ids.js';
import { checkJson, checkPath } from './tokenizer-source.js';

/** What a tokenizer says of itself in one line of a log. */
export interface TokenizerSummary {
  /** The engine that serves it. */
  readonly engine: EngineName;
  /** The number of entries in its vocabulary, added tokens included. */
  readonly vocabSize: number;
}

/** Only this module has it, so only the static functions below can make a tokenizer. */
const constructionKey = Symbol('Tokenizer');

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
export class Tokenizer implements Disposable {
  #native: NativeTokenizer | null;

  /** What `toJSON` tells after `close`; `null` until then. */
  #closedSummary: TokenizerSummary | null = null;

  private constructor(key: symbol, native: NativeTokenizer) {
    if (key !== constructionKey) {
      const message = 'Tokenizer has no public constructor; use Tokenizer.fromEncoding, fromFile or fromJSON';
      throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
    }
    this.#native = native;
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
    const [encoding, resolved] = [checkEncodingName(name), resolveLoadOptions(options)];
    return new Tokenizer(constructionKey, await settle(() => binding.loadEncoding(encoding, resolved)));
  }

  /** The twin of {@link Tokenizer.fromEncoding} that blocks the thread while it loads. */
  static fromEncodingSync(name: EmbeddedEncoding, options?: LoadOptions): Tokenizer {
    const [encoding, resolved] = [checkEncodingName(name), resolveLoadOptions(options)];
    return new Tokenizer(
      constructionKey,
      settleSync(() => binding.loadEncodingSync(encoding, resolved)),
    );
  }

  /**
   * Loads a tokenizer.json, or the one in a folder.
   *
   * A string is a path, also when it looks like a URL; a `URL` must be a `file:` URL. Loading takes time and memory in proportion to the
   * file; to use it in several places, load it once and {@link Tokenizer.clone} it.
   *
   * @throws `ERR_TOKENIZER_NOT_FOUND` if there is no such file, or no tokenizer.json in the folder.
   * @throws `ERR_TOKENIZER_INVALID` if the file is no tokenizer, or larger than `maxFileBytes`.
   * @throws `ERR_INVALID_UTF8` if the file is not UTF-8.
   * @throws `ERR_UNSUPPORTED` if its normalizer fails on one of its own added tokens.
   *
   * @example
   * ```ts
   * const tokenizer = await Tokenizer.fromFile(new URL('./models/bert/tokenizer.json', import.meta.url));
   * ```
   */
  static async fromFile(path: string | URL, options?: LoadOptions): Promise<Tokenizer> {
    const [file, resolved] = [checkPath(path), resolveLoadOptions(options)];
    return new Tokenizer(constructionKey, await settle(() => binding.loadFile(file, resolved)));
  }

  /** The twin of {@link Tokenizer.fromFile} that blocks the thread while it loads. */
  static fromFileSync(path: string | URL, options?: LoadOptions): Tokenizer {
    const [file, resolved] = [checkPath(path), resolveLoadOptions(options)];
    return new Tokenizer(
      constructionKey,
      settleSync(() => binding.loadFileSync(file, resolved)),
    );
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
    const [text, resolved] = [checkJson(json), resolveLoadOptions(options)];
    return new Tokenizer(constructionKey, await settle(() => binding.loadJson(text, resolved)));
  }

  /** The twin of {@link Tokenizer.fromJSON} that blocks the thread while it loads. */
  static fromJSONSync(json: string | Uint8Array, options?: LoadOptions): Tokenizer {
    const [text, resolved] = [checkJson(json), resolveLoadOptions(options)];
    return new Tokenizer(
      constructionKey,
      settleSync(() => binding.loadJsonSync(text, resolved)),
    );
  }

  /**
   * Turns a text, or a pair of texts, into token ids.
   *
   * The empty text gives no ids but those that the template adds. A lone surrogate in a string is encoded as U+FFFD.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; the message names the byte offset.
   *
   * @example
   * ```ts
   * const { ids } = await tokenizer.encode('Hello <|endoftext|>', { specialTokens: 'text' });
   * const pair = await tokenizer.encode(['a question', 'a passage']);
   * ```
   */
  async encode(input: TextOrPair, options?: EncodeOptions): Promise<Encoding> {
    const native = this.#open();
    const [text, pair] = checkSingle(input);
    const resolved = resolveEncodeOptions(options);
    return settle(() => native.encode(text, pair, resolved));
  }

  /** The twin of {@link Tokenizer.encode} that works on the calling thread. */
  encodeSync(input: TextOrPair, options?: EncodeOptions): Encoding {
    const native = this.#open();
    const [text, pair] = checkSingle(input);
    const resolved = resolveEncodeOptions(options);
    return settleSync(() => native.encodeSync(text, pair, resolved));
  }

  /**
   * Encodes many texts or pairs; the results are in the order of the inputs.
   *
   * The batch is worked off in tasks of at most 4 MB of text each, so that other calls get a turn in between. One bad input fails the
   * whole batch. To change a `Uint8Array` while the batch runs is safe: it is copied when the call starts.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; the message names the byte offset.
   *
   * @example
   * ```ts
   * const encodings = await tokenizer.encodeBatch(['one text', ['a question', 'a passage']]);
   * ```
   */
  async encodeBatch(inputs: readonly TextOrPair[], options?: EncodeOptions): Promise<Encoding[]> {
    const native = this.#open();
    const tasks = splitIntoDetachedTasks(checkBatch(inputs, 'inputs', checkTextOrPair));
    const resolved = resolveEncodeOptions(options);
    return settle(() => runTasks(tasks, (task) => native.encodeBatch(task, resolved)));
  }

  /** The twin of {@link Tokenizer.encodeBatch} that works on the calling thread. */
  encodeBatchSync(inputs: readonly TextOrPair[], options?: EncodeOptions): Encoding[] {
    const native = this.#open();
    const tasks = splitIntoTasks(checkBatch(inputs, 'inputs', checkTextOrPair));
    const resolved = resolveEncodeOptions(options);
    return settleSync(() => runTasksSync(tasks, (task) => native.encodeBatchSync(task, resolved)));
  }

  /**
   * Counts the tokens of a text. With the same options it is the number of ids that `encode` gives, but no ids are made.
   *
   * Counting a string never fails on what it contains.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; the message names the byte offset.
   *
   * @example
   * ```ts
   * const { tokens, chars } = await tokenizer.count('How many tokens is this?'); // 6, 24
   * ```
   */
  async count(text: TextInput, options?: CountOptions): Promise<TokenCount> {
    const native = this.#open();
    const checked = checkText(text, 'text');
    const resolved = resolveCountOptions(options);
    return exactCount(await settle(() => native.count(checked.native, resolved)), checked.chars);
  }

  /** The twin of {@link Tokenizer.count} that works on the calling thread. */
  countSync(text: TextInput, options?: CountOptions): TokenCount {
    const native = this.#open();
    const checked = checkText(text, 'text');
    const resolved = resolveCountOptions(options);
    return exactCount(
      settleSync(() => native.countSync(checked.native, resolved)),
      checked.chars,
    );
  }

  /**
   * Counts the tokens of many texts; the results are in the order of the texts.
   *
   * It is worked off in tasks as {@link Tokenizer.encodeBatch} is.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; the message names the byte offset.
   *
   * @example
   * ```ts
   * const counts = await tokenizer.countBatch(messages.map((message) => message.content));
   * const total = counts.reduce((sum, { tokens }) => sum + tokens, 0);
   * ```
   */
  async countBatch(texts: readonly TextInput[], options?: CountOptions): Promise<TokenCount[]> {
    const native = this.#open();
    const checked = checkBatch(texts, 'texts', checkText);
    const tasks = splitIntoDetachedTasks(checked);
    const resolved = resolveCountOptions(options);
    const counts = await settle(() => runTasks(tasks, (task) => native.countBatch(task, resolved)));
    return exactCounts(counts, checked);
  }

  /** The twin of {@link Tokenizer.countBatch} that works on the calling thread. */
  countBatchSync(texts: readonly TextInput[], options?: CountOptions): TokenCount[] {
    const native = this.#open();
    const checked = checkBatch(texts, 'texts', checkText);
    const tasks = splitIntoTasks(checked);
    const resolved = resolveCountOptions(options);
    const counts = settleSync(() => runTasksSync(tasks, (task) => native.countBatchSync(task, resolved)));
    return exactCounts(counts, checked);
  }

  /**
   * Turns token ids back into text. Ids that end in the middle of a character give U+FFFD there.
   *
   * @throws `ERR_ID_OUT_OF_RANGE` for an id that the vocabulary does not have, unless `unknownIds` is `'skip'`.
   *
   * @example
   * ```ts
   * const text = await tokenizer.decode([13225, 2375]); // 'Hello world'
   * ```
   */
  async decode(ids: Uint32Array | readonly number[], options?: DecodeOptions): Promise<string> {
    const native = this.#open();
    const resolved = resolveDecodeOptions(options);
    const checked = checkIds(ids, resolved.skipUnknownIds);
    return settle(() => native.decode(checked, resolved));
  }

  /** The twin of {@link Tokenizer.decode} that works on the calling thread. */
  decodeSync(ids: Uint32Array | readonly number[], options?: DecodeOptions): string {
    const native = this.#open();
    const resolved = resolveDecodeOptions(options);
    const checked = checkIds(ids, resolved.skipUnknownIds);
    return settleSync(() => native.decodeSync(checked, resolved));
  }

  /**
   * Another tokenizer on the same vocabulary and the same segment cache: what one has seen, the other finds. It costs next to nothing and
   * is closed by itself.
   *
   * @example
   * ```ts
   * using worker = tokenizer.clone();
   * ```
   */
  clone(): Tokenizer {
    const native = this.#open();
    return new Tokenizer(
      constructionKey,
      settleSync(() => native.clone()),
    );
  }

  /** Which engine serves this tokenizer; {@link Tokenizer.inspect} tells why. All engines give the same ids. */
  get engine(): EngineName {
    return engineOf(this.#open());
  }

  /** The number of entries in the vocabulary, added tokens included. */
  vocabSize(): number {
    const native = this.#open();
    return settleSync(() => native.vocabSize());
  }

  /**
   * How the segment cache that this tokenizer and its clones share is doing; `null` if it has none.
   *
   * @example
   * ```ts
   * const rate = tokenizer.segmentCacheStats()?.byteHitRate ?? 0;
   * ```
   */
  segmentCacheStats(): SegmentCacheStats | null {
    const native = this.#open();
    const stats = settleSync(() => native.segmentCacheStats());
    return stats && Object.freeze(stats);
  }

  /** Empties the segment cache, for all clones as well. The counters of hits, misses and evictions go on. */
  clearSegmentCache(): void {
    const native = this.#open();
    settleSync(() => native.clearSegmentCache());
  }

  /**
   * What this tokenizer is made of and which engine serves it.
   *
   * @example
   * ```ts
   * const { model, engine, reason } = tokenizer.inspect();
   * ```
   */
  inspect(): Inspection {
    const native = this.#open();
    return settleSync(() => JSON.parse(native.inspect()) as Inspection);
  }

  /** What `JSON.stringify` and loggers show: short on purpose, and still there after `close`. */
  toJSON(): TokenizerSummary {
    return this.#closedSummary ?? summarize(this.#open());
  }

  /**
   * Gives up the vocabulary and the cache; they are freed once no clone and no running call needs them. Calls that are running end as
   * they would have; every later use fails with `ERR_CLOSED`. Closing twice does nothing. Clones stay open.
   */
  close(): void {
    if (this.#native === null) return;
    this.#closedSummary = summarize(this.#native);
    this.#native = null;
  }

  /** The same as {@link Tokenizer.close}, for `using`. */
  declare [Symbol.dispose]: () => void;

  static {
    // Early releases of Node.js 20 have no `Symbol.dispose`, and a method cannot be declared under a name that may not exist. What
    // polyfills it there registers the symbol under this name.
    const name = Symbol.dispose ?? Symbol.for('Symbol.dispose');
    Object.defineProperty(this.prototype, name, { configurable: true, writable: true, value: dispose });
  }

  #open(): NativeTokenizer {
    if (this.#native === null) throw new TokenwellError('ERR_CLOSED', 'this tokenizer has been closed');
    return this.#native;
  }
}

function dispose(this: Tokenizer): void {
  this.close();
}

function checkSingle(input: unknown): [text: NativeText, pair: NativeText | null] {
  const { native } = checkTextOrPair(input, 'input');
  return Array.isArray(native) ? native : [native, null];
}

function summarize(native: NativeTokenizer): TokenizerSummary {
  return settleSync(() => ({ engine: engineOf(native), vocabSize: native.vocabSize() }));
}
