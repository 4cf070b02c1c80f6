import { describeValue, invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';

/** Native code takes ids and lengths in tokens as 32 bits. */
const MAX_WHOLE_NUMBER = 0xff_ff_ff_ff;

interface WholeNumberBounds {
  readonly most?: number;
  readonly fallback?: number;
}

/**
 * Reads an options object once, at the edge: checks each value's type and refuses names that the call does not know, so that a
 * misspelt option is an error and not a silent default. An option that is `undefined` has its default.
 */
export class OptionReader<Name extends string> {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #prefix: string;

  /** `owner` names the object in messages: an option `eviction` of the owner `options.segmentCache` is `options.segmentCache.eviction`. */
  constructor(owner: string, options: unknown, known: readonly Name[]) {
    this.#prefix = owner;
    this.#values = options === undefined ? {} : requireObject(owner, options);
    for (const name of Object.keys(this.#values)) {
      if (!(known as readonly string[]).includes(name)) throw unknownOption(owner, name, known);
    }
  }

  /** The raw value, for options whose check needs more than a type. */
  value(name: Name): unknown {
    return this.#values[name];
  }

  boolean(name: Name, fallback: boolean): boolean {
    const value = this.#valueOr(name, fallback);
    if (typeof value !== 'boolean') throw this.invalid(name, 'true or false');
    return value;
  }

  oneOf<const Allowed extends string>(name: Name, allowed: readonly Allowed[], fallback: Allowed): Allowed {
    const value = this.#valueOr(name, fallback);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw this.invalid(name, allowed.map((candidate) => `'${candidate}'`).join(' or '));
    return found;
  }

  /** A number of bytes from `least` up: a whole number that a double holds exactly, or `Infinity`. */
  bytes(name: Name, least: number, fallback: number): number {
    const value = this.#valueOr(name, fallback);
    const whole = typeof value === 'number' && (Number.isSafeInteger(value) || value === Number.POSITIVE_INFINITY);
    if (!whole || value < least) throw this.invalid(name, `a whole number of bytes from ${least} up, or Infinity`);
    return value;
  }

  /** A whole number from `least` to `most`, which is at most what fits into 32 bits; without a `fallback` it must be given. */
  wholeNumber(name: Name, least: number, { most = MAX_WHOLE_NUMBER, fallback }: WholeNumberBounds = {}): number {
    const value = this.#valueOr(name, fallback);
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    throw this.invalid(name, `a whole number from ${least} to ${most}`);
  }

  /** A string; without a `fallback` it must be given. */
  string(name: Name, fallback?: string): string {
    const value = this.#valueOr(name, fallback);
    if (typeof value !== 'string') throw this.invalid(name, 'a string');
    return value;
  }

  invalid(name: Name, allowed: string): TokenwellError {
    return invalidArgument(`${this.#prefix}.${name}`, this.value(name), allowed);
  }

  /** Not `??`: `null` has no default and fails the check of its option. */
  #valueOr(name: Name, fallback: unknown): unknown {
    const value = this.value(name);
    return value === undefined ? fallback : value;
  }
}

/**
 * Reads settings that `null` turns off: gives `null` for it and what `read` makes of an object. `undefined` is refused, for where it is
 * not meant as a default it is a mistake of the caller.
 */
export function checkUnlessNull<T>(value: unknown, name: string, read: (value: object) => T): T | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidArgument(name, value, 'an object or null');
  return read(value);
}

function requireObject(owner: string, options: unknown): Readonly<Record<string, unknown>> {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidArgument(owner, options, 'an object');
  }
  return options as Readonly<Record<string, unknown>>;
}

function unknownOption(owner: string, name: string, known: readonly string[]): TokenwellError {
  const message = `${owner} has no option ${describeValue(name)}; it knows ${known.join(', ')}`;
  return new TokenwellError('ERR_INVALID_ARGUMENT', message);
}
