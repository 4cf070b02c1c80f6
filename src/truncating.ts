import { Call } from './call.js';
import { cross } from './crossing.js';
import type { HeldTokenizer } from './held-tokenizer.js';
import type { NativeCountOptions } from './native-binding.js';
import { CHARS_PER_TOKEN, type Keep } from './token-limit.js';

const LEAST_PART = 512;
/** What native code takes; no text has more tokens. */
const MOST_TOKENS = 0xff_ff_ff_ff;

/** How a text is cut to a number of tokens. */
export interface Truncating {
  readonly tokenizer: HeldTokenizer;
  readonly options: NativeCountOptions;
  readonly limit: number;
  readonly keep: Keep;
  readonly signal: AbortSignal | undefined;
}

/**
 * The longest start, or end, of a text that has at most so many tokens. Only a part of the text crosses, which is made longer until it surely has more
 * tokens than that.
 */
export async function truncateText(text: string, truncating: Truncating): Promise<string> {
  const { tokenizer, options, limit, keep, signal } = truncating;
  const call = Call.of(tokenizer.owner, signal);
  // Each part is counted in a later turn of the event loop than this one.
  tokenizer.hold();
  for (let units = CHARS_PER_TOKEN * limit + LEAST_PART; ; units *= 2) {
    const part = partOf(text, units, keep);
    const isWhole = part.length === text.length;
    const kept = await call.run({
      units: part.length,
      work: async (cancel) => {
        const crossed = await cross(part, signal);
        const fit = { limit: Math.min(limit, MOST_TOKENS), keepsEnd: keep === 'end', isWhole };
        return tokenizer.native.truncate(crossed, fit, options, cancel);
      },
    });
    if (kept !== null) return keep === 'end' ? text.slice(text.length - kept) : text.slice(0, kept);
  }
}

function partOf(text: string, units: number, keep: Keep): string {
  if (units >= text.length) return text;
  const at = keep === 'end' ? text.length - units : units;
  // A pair of surrogates stays whole.
  const splits = (text.codePointAt(at - 1) ?? 0) > 0xff_ff;
  if (keep === 'end') return text.slice(splits ? at - 1 : at);
  return text.slice(0, splits ? at + 1 : at);
}
