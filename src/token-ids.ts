import { types } from 'node:util';
import { invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';

/** Largest id that crosses into native code. */
const MAX_ID = 0xff_ff_ff_ff;

/**
 * Checks ids for `decode` and brings them into the one form that native code reads; those that {@link checkId} leaves out are left
 * out here.
 */
export function checkIds(ids: unknown, skipUnknown: boolean): Uint32Array {
  if (types.isUint32Array(ids)) return types.isSharedArrayBuffer(ids.buffer) ? new Uint32Array(ids) : ids;
  if (!Array.isArray(ids)) throw invalidArgument('ids', ids, 'a Uint32Array or an array of whole numbers');
  const checked = new Uint32Array(ids.length);
  let kept = 0;
  for (const [index, value] of (ids as readonly unknown[]).entries()) {
    const id = checkId(value, `ids[${index}]`, skipUnknown);
    if (id !== undefined) checked[kept++] = id;
  }
  return checked.subarray(0, kept);
}

/**
 * Checks one id, which messages call `name`.
 *
 * A whole number outside 32 bits is an id that no vocabulary has, so it is treated as any other unknown id: an error, or `undefined`
 * when `skipUnknown`. What is no whole number is a wrong argument either way.
 */
export function checkId(id: unknown, name: string, skipUnknown: boolean): number | undefined {
  if (typeof id !== 'number' || !Number.isInteger(id)) throw invalidArgument(name, id, 'a whole number');
  if (id >= 0 && id <= MAX_ID) return id;
  if (skipUnknown) return undefined;
  throw new TokenwellError('ERR_ID_OUT_OF_RANGE', `${name} is ${id}, which no vocabulary has`);
}
