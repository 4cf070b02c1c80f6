import { inspect } from 'node:util';
import { TokenwellError } from './errors.js';

/** Longest piece of a string value that an error message repeats, in UTF-16 units. */
const MAX_SHOWN_UNITS = 80;

/** The error for an argument or option that is wrong: says which one, what it was, and what is allowed. */
export function invalidArgument(name: string, value: unknown, allowed: string): TokenwellError {
  return new TokenwellError('ERR_INVALID_ARGUMENT', `${name} must be ${allowed}, but is ${describeValue(value)}`);
}

/** A value in one short line, with control characters escaped. Runs no code of the value's own. */
export function describeValue(value: unknown): string {
  return inspect(value, {
    breakLength: Number.POSITIVE_INFINITY,
    compact: true,
    customInspect: false,
    depth: 0,
    getters: false,
    maxArrayLength: 4,
    maxStringLength: MAX_SHOWN_UNITS,
  }).replaceAll(/\s*\n\s*/gu, ' ');
}
