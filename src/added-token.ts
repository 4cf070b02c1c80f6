import { invalidArgument } from './argument-error.js';
import type { Complete } from './complete.js';
import type { NativeAddedToken, NativeAddedTokenInfo } from './native-binding.js';
import { OptionReader } from './option-reader.js';

/** A token that is found in text before the model sees it, as a whole. */
export interface AddedToken {
  /** The text that the token stands for. */
  readonly content: string;
  /** Whether it is a special token, which decoding can leave out and encoding can take for text. Default `false`. */
  readonly special?: boolean | undefined;
  /** Whether it is found only where no letter, digit or underscore stands next to it. Default `false`. */
  readonly singleWord?: boolean | undefined;
  /** Whether it takes the white space before it along. Default `false`. */
  readonly lstrip?: boolean | undefined;
  /** Whether it takes the white space after it along. Default `false`. */
  readonly rstrip?: boolean | undefined;
  /** Whether it is looked for in the normalized text and not in the text as written. Default: the opposite of `special`. */
  readonly normalized?: boolean | undefined;
}

/** An added token of a tokenizer, with its id. */
export interface AddedTokenInfo extends Complete<AddedToken> {
  /** Its id. */
  readonly id: number;
}

const NAMES = ['content', 'special', 'singleWord', 'lstrip', 'rstrip', 'normalized'] as const;

/** Checks what `addTokens` takes and fills in the defaults. */
export function checkAddedTokens(tokens: unknown): NativeAddedToken[] {
  if (!Array.isArray(tokens)) throw invalidArgument('tokens', tokens, 'an array of strings and added tokens');
  return Array.from(tokens as readonly unknown[], (token, index) => checkAddedToken(token, `tokens[${index}]`));
}

function checkAddedToken(token: unknown, name: string): NativeAddedToken {
  if (typeof token !== 'string' && (typeof token !== 'object' || token === null)) {
    throw invalidArgument(name, token, 'a string or an added token');
  }
  const reader = new OptionReader(name, typeof token === 'string' ? { content: token } : token, NAMES);
  const special = reader.boolean('special', false);
  return {
    content: checkContent(reader),
    special,
    singleWord: reader.boolean('singleWord', false),
    lstrip: reader.boolean('lstrip', false),
    rstrip: reader.boolean('rstrip', false),
    normalized: reader.boolean('normalized', !special),
  };
}

/** A lone surrogate in text is encoded as U+FFFD, so a token that holds one would never be found. */
function checkContent(reader: OptionReader<(typeof NAMES)[number]>): string {
  const content = reader.string('content');
  if (hasLoneSurrogate(content)) throw reader.invalid('content', 'a string without lone surrogates');
  return content;
}

/** Whether a string holds half a surrogate pair, so that no token has it as its text. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** The added tokens that native code tells of, frozen. */
export function addedTokensOf(native: readonly NativeAddedTokenInfo[]): readonly AddedTokenInfo[] {
  return Object.freeze(native.map(({ id, token }) => Object.freeze({ id, ...token })));
}
