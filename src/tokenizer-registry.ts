import { describeValue, invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';
import { OptionReader } from './option-reader.js';
import { Tokenizer } from './tokenizer.js';

/** Options of {@link TokenizerRegistry}. */
export interface TokenizerRegistryOptions {
  /**
   * Loads the tokenizer of an id. There is none if it gives `null` or `undefined`, or fails with `ERR_TOKENIZER_NOT_FOUND`; what it fails with
   * otherwise reaches whoever asked, and the next one who asks has it tried again.
   */
  readonly load: (id: string) => Promise<Tokenizer | null | undefined>;
  /** Tokenizers that are kept; of more, the one that was asked for longest ago is let go. Default 32. */
  readonly maxLoaded?: number | undefined;
  /** For how long it is remembered that there is no tokenizer of an id, in milliseconds; `0` for not at all. Default 60,000. */
  readonly negativeTtlMs?: number | undefined;
}

/** What a {@link TokenizerRegistry} holds and did. */
export interface TokenizerRegistryStats {
  /** Tokenizers that are kept. */
  readonly loaded: number;
  /** Loads under way. */
  readonly loading: number;
  /** Ids that are remembered to have no tokenizer. */
  readonly missing: number;
  /** Calls of `load` so far. */
  readonly loads: number;
}

const DEFAULT_MAX_LOADED = 32;
const DEFAULT_NEGATIVE_TTL_MS = 60_000;
/** Whoever sends ids that do not exist must not fill the memory; the oldest are forgotten first. */
const MOST_MISSING = 10_000;

/**
 * Tokenizers by id, each loaded once however many ask for it at once.
 *
 * @example
 * ```ts
 * const registry = new TokenizerRegistry({ load: (id) => Tokenizer.fromFile(`models/${id}/tokenizer.json`) });
 * const [one, other] = await Promise.all([registry.get('bert'), registry.get('bert')]);
 * console.log(one === other); // true
 * ```
 */
export class TokenizerRegistry {
  readonly #load: TokenizerRegistryOptions['load'];
  readonly #maxLoaded: number;
  readonly #negativeTtlMs: number;
  /** In the order in which they were asked for last. */
  readonly #loaded = new Map<string, Tokenizer>();
  readonly #loading = new Map<string, Promise<Tokenizer>>();
  /** With the time at which it is forgotten that they are missing, the oldest first. */
  readonly #missing = new Map<string, number>();
  #loads = 0;

  constructor(options: TokenizerRegistryOptions) {
    const reader = new OptionReader('options', options, ['load', 'maxLoaded', 'negativeTtlMs']);
    const load = reader.value('load');
    if (typeof load !== 'function') throw reader.invalid('load', 'a function');
    this.#load = load as TokenizerRegistryOptions['load'];
    this.#maxLoaded = reader.wholeNumber('maxLoaded', 1, { fallback: DEFAULT_MAX_LOADED });
    this.#negativeTtlMs = reader.wholeNumber('negativeTtlMs', 0, { fallback: DEFAULT_NEGATIVE_TTL_MS });
  }

  /**
   * The tokenizer of an id; the same one for all who ask, so clone it before changing it, and do not close it. One that was let go goes on
   * for those who have it.
   *
   * @throws {TokenwellError} `ERR_TOKENIZER_NOT_FOUND` if there is none, without asking `load` again for `negativeTtlMs`;
   * `ERR_INVALID_ARGUMENT` for an id that is no string, and if `load` gives something else than a tokenizer. What `load` fails with
   * passes through as it is.
   */
  async get(id: string): Promise<Tokenizer> {
    if (typeof id !== 'string') throw invalidArgument('id', id, 'a string');
    const loaded = this.#loaded.get(id);
    if (loaded !== undefined) {
      this.#keep(id, loaded);
      return loaded;
    }
    const loading = this.#loading.get(id);
    if (loading !== undefined) return loading;
    if (this.#isKnownToBeMissing(id)) throw notFound(id);
    return this.#start(id);
  }

  /** Lets the tokenizer of an id go, and forgets that there is none; the next `get` loads it anew. A load that is under way is not stopped. */
  forget(id: string): void {
    this.#loaded.delete(id);
    this.#missing.delete(id);
  }

  /** What it holds and did. */
  stats(): TokenizerRegistryStats {
    for (const id of this.#missing.keys()) this.#isKnownToBeMissing(id);
    const [loaded, loading, missing] = [this.#loaded.size, this.#loading.size, this.#missing.size];
    return Object.freeze({ loaded, loading, missing, loads: this.#loads });
  }

  #start(id: string): Promise<Tokenizer> {
    this.#loads += 1;
    const loading = this.#settle(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #settle(id: string): Promise<Tokenizer> {
    const tokenizer = await this.#loadOrMiss(id);
    if (!(tokenizer instanceof Tokenizer)) {
      throw new TokenwellError(
        'ERR_INVALID_ARGUMENT',
        `options.load must give a Tokenizer, null or undefined, but gave ${describeValue(tokenizer)} for ${describeValue(id)}`,
      );
    }
    this.#keep(id, tokenizer);
    return tokenizer;
  }

  async #loadOrMiss(id: string): Promise<unknown> {
    let tokenizer: unknown;
    try {
      tokenizer = await this.#load(id);
    } catch (error) {
      if (!(error instanceof TokenwellError && error.code === 'ERR_TOKENIZER_NOT_FOUND')) throw error;
      this.#remember(id);
      throw notFound(id, error);
    }
    if (tokenizer !== null && tokenizer !== undefined) return tokenizer;
    this.#remember(id);
    throw notFound(id);
  }

  #keep(id: string, tokenizer: Tokenizer): void {
    this.#loaded.delete(id);
    this.#loaded.set(id, tokenizer);
    dropOldest(this.#loaded, this.#maxLoaded);
  }

  #remember(id: string): void {
    if (this.#negativeTtlMs === 0) return;
    this.#missing.delete(id);
    this.#missing.set(id, performance.now() + this.#negativeTtlMs);
    dropOldest(this.#missing, MOST_MISSING);
  }

  #isKnownToBeMissing(id: string): boolean {
    const until = this.#missing.get(id);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#missing.delete(id);
    return false;
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const id of map.keys()) {
    if (map.size <= most) return;
    map.delete(id);
  }
}

function notFound(id: string, cause?: unknown): TokenwellError {
  const options = cause === undefined ? undefined : { cause };
  return new TokenwellError('ERR_TOKENIZER_NOT_FOUND', `there is no tokenizer ${describeValue(id)}`, options);
}
