import { binding, type NativeTokenizer } from '../../src/native-binding.js';
import type { NativeText } from '../../src/text-input.js';

const OPTIONS = { addSpecialTokens: false, specialTokens: 'text' };
const MAX_FILE_BYTES = 1_000_000_000;
/** Room for all that mixes are made of, so that what was counted in one mix is found again in the next. */
const CACHE = { maxBytes: 1_000_000_000, eviction: 'lru' };

/** A tokenizer that counts whole texts and windows of them. */
export class Counter {
  readonly name: string;
  readonly #cached: NativeTokenizer;
  readonly #uncached: NativeTokenizer;

  /** `name` is that of an embedded vocabulary, or the path of a `tokenizer.json`. */
  constructor(name: string) {
    const options = { maxFileBytes: MAX_FILE_BYTES, controlTokens: [], segmentCache: CACHE };
    this.name = name.replace(/^.*\/(?=[^/]+\/[^/]+$)/u, '').replace(/\/tokenizer\.json$/u, '');
    this.#cached = name.endsWith('.json')
      ? binding.loadFileSync(name, options)
      : binding.loadEncodingSync(name, options);
    this.#uncached = this.#cached.clone();
    this.#uncached.disableSegmentCache();
  }

  /** The exact count. What is found in the cache makes it fast; `isChecked` compares it with that of no cache. */
  exact(text: string, isChecked: boolean): number {
    const tokens = this.#cached.countSync(text, OPTIONS);
    if (isChecked && this.#uncached.countSync(text, OPTIONS) !== tokens) throw new Error('a cached count is wrong');
    return tokens;
  }

  /** Counts windows as the package does for a sampled count: between the places where text can be cut. */
  readonly countWindows = (windows: NativeText[], opens = false, ends = false): Promise<WindowCounts> =>
    this.#uncached.countWindows(windows, opens, ends, OPTIONS);

  /** Counts windows as texts of their own. */
  readonly countTexts = async (windows: NativeText[]): Promise<WindowCounts> => {
    const tokens = await this.#uncached.countBatch(windows, 0, OPTIONS);
    return { tokens, units: windows.map((window) => (window as string).length) };
  };
}

/** What windows hold, window by window. */
export interface WindowCounts {
  readonly tokens: ArrayLike<number>;
  /** How much text was counted. */
  readonly units: ArrayLike<number>;
}
