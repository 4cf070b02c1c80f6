import type { NativeEncodeOptions, NativePadding, NativeTokenizer } from './native-binding.js';
import { checkUnlessNull, OptionReader } from './option-reader.js';

/** How short encodings are filled up to a common length. Lengths are in tokens. */
export interface PaddingOptions {
  /**
   * The length that is filled up to. Default `'batchLongest'`.
   *
   * - `'batchLongest'`: that of the longest encoding of the batch; a call with one input changes nothing.
   * - `{ fixed }`: this one. A longer encoding stays as it is: padding never cuts.
   */
  readonly strategy?: 'batchLongest' | { readonly fixed: number } | undefined;
  /** The side that is filled. Default `'right'`. */
  readonly direction?: 'left' | 'right' | undefined;
  /** The length is rounded up to a multiple of this, from 1 up. Default: it is not rounded. */
  readonly padToMultipleOf?: number | undefined;
  /** The id that is filled in. Default `0`. */
  readonly padId?: number | undefined;
  /** The type id that goes with it, from 0 to 255. Default `0`. */
  readonly padTypeId?: number | undefined;
  /** The token that `padId` stands for; only a serialized tokenizer shows it. Default `'[PAD]'`. */
  readonly padToken?: string | undefined;
}

/** {@link PaddingOptions} with all defaults filled in. */
export interface Padding {
  readonly strategy: 'batchLongest' | { readonly fixed: number };
  readonly direction: 'left' | 'right';
  /** Missing where the length is not rounded. */
  readonly padToMultipleOf?: number;
  readonly padId: number;
  readonly padTypeId: number;
  readonly padToken: string;
}

const NAMES = ['strategy', 'direction', 'padToMultipleOf', 'padId', 'padTypeId', 'padToken'] as const;

/** Largest type id: `Encoding.typeIds` has a byte for each. */
const MAX_TYPE_ID = 255;

/** Checks {@link PaddingOptions}, which messages call `name`, and gives them as native code takes them; `null` stays. */
export function resolvePadding(options: unknown, name: string): NativePadding | null {
  return checkUnlessNull(options, name, (given) => {
    const reader = new OptionReader(name, given, NAMES);
    return {
      ...readStrategy(reader, name),
      direction: reader.oneOf('direction', ['left', 'right'], 'right'),
      ...readMultiple(reader),
      padId: reader.wholeNumber('padId', 0, { fallback: 0 }),
      padTypeId: reader.wholeNumber('padTypeId', 0, { most: MAX_TYPE_ID, fallback: 0 }),
      padToken: reader.string('padToken', '[PAD]'),
    };
  });
}

function readStrategy(reader: OptionReader<(typeof NAMES)[number]>, owner: string): Pick<NativePadding, 'fixed'> {
  const strategy = reader.value('strategy');
  if (strategy === undefined || strategy === 'batchLongest') return {};
  if (typeof strategy !== 'object' || strategy === null) {
    throw reader.invalid('strategy', "'batchLongest' or { fixed: number }");
  }
  return { fixed: new OptionReader(`${owner}.strategy`, strategy, ['fixed']).wholeNumber('fixed', 0) };
}

function readMultiple(reader: OptionReader<(typeof NAMES)[number]>): Pick<NativePadding, 'padToMultipleOf'> {
  if (reader.value('padToMultipleOf') === undefined) return {};
  return { padToMultipleOf: reader.wholeNumber('padToMultipleOf', 1) };
}

/** What native code says is in force. The addon declares plain strings, but has no other values than these. */
export function paddingOf(native: NativePadding | null): Padding | null {
  if (native === null) return null;
  const { fixed, direction, padToMultipleOf, padId, padTypeId, padToken } = native;
  return Object.freeze({
    strategy: fixed === undefined ? 'batchLongest' : Object.freeze({ fixed }),
    direction: direction as Padding['direction'],
    // A file may say 0, which rounds nothing either.
    ...(padToMultipleOf ? { padToMultipleOf } : {}),
    padId,
    padTypeId,
    padToken,
  });
}

/** Whether the encodings of a batch are filled up to the longest of them, so that none is done before all are. */
export function padsToLongest(native: NativeTokenizer, { padding, noPadding }: NativeEncodeOptions): boolean {
  if (noPadding) return false;
  const inForce = padding ?? native.padding();
  return inForce !== null && inForce.fixed === undefined;
}
