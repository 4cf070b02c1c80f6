import {
  type AddedToken,
  type AddedTokenInfo,
  addedTokensOf,
  checkAddedTokens,
  hasLoneSurrogate,
} from './added-token.js';
import { invalidArgument } from './argument-error.js';
import { Call } from './call.js';
import { HeldTokenizer } from './held-tokenizer.js';
import { settleSync } from './native-binding.js';
import { checkId } from './token-ids.js';
import { openNative, TokenizerHandle } from './tokenizer-handle.js';
import { resolveVocabularyOptions, type VocabularyOptions } from './vocabulary-options.js';

/** What of {@link Tokenizer} tells of tokens and their ids, and adds some. */
export abstract class TokenizerVocabulary extends TokenizerHandle {
  /** The number of entries in the vocabulary, added tokens included unless the options say otherwise. */
  vocabSize(options?: VocabularyOptions): number {
    const native = openNative(this);
    const addedTokens = resolveVocabularyOptions(options);
    return settleSync(() => native.vocabSize(addedTokens));
  }

  /**
   * The whole vocabulary: each token, as the model spells it, with its id. A token that a file lists twice is in
   * it once, so it can be smaller than {@link Tokenizer.vocabSize}. A new map with each call; it takes time and memory in proportion to the
   * vocabulary, so for single tokens use {@link Tokenizer.tokenToId}.
   *
   * @example
   * ```ts
   * const ids = tokenizer.vocab({ addedTokens: false });
   * ```
   */
  vocab(options?: VocabularyOptions): Map<string, number> {
    const native = openNative(this);
    const addedTokens = resolveVocabularyOptions(options);
    const { tokens, ids } = settleSync(() => native.vocab(addedTokens));
    return new Map(tokens.map((token, index) => [token, ids[index] as number]));
  }

  /**
   * The id of a token as the model spells it, which need not be how text spells it: byte-level models write the token for ' world' as
   * 'Ġworld'. `undefined` for what is no token.
   *
   * @example
   * ```ts
   * const id = tokenizer.tokenToId('<|endoftext|>'); // 199999
   * ```
   */
  tokenToId(token: string): number | undefined {
    const native = openNative(this);
    if (typeof token !== 'string') throw invalidArgument('token', token, 'a string');
    if (hasLoneSurrogate(token)) return undefined;
    return settleSync(() => native.tokenToId(token)) ?? undefined;
  }

  /**
   * The token of an id, as the model spells it; {@link Tokenizer.decode} gives text. `undefined` for an id that the vocabulary does not
   * have.
   *
   * @example
   * ```ts
   * const token = tokenizer.idToToken(2375); // 'Ġworld'
   * ```
   */
  idToToken(id: number): string | undefined {
    const native = openNative(this);
    const checked = checkId(id, 'id', true);
    if (checked === undefined) return undefined;
    return settleSync(() => native.idToToken(checked)) ?? undefined;
  }

  /** The tokens that were added to the model's vocabulary, by the file or by {@link Tokenizer.addTokens}, in ascending order of their ids. */
  get addedTokens(): readonly AddedTokenInfo[] {
    const native = openNative(this);
    return settleSync(() => addedTokensOf(native.addedTokens()));
  }

  /**
   * Adds tokens that are found in text as a whole; a string stands for a token with all defaults of {@link AddedToken}. Resolves with how
   * many were added: those that are there already, in the same form, do not count.
   *
   * This tokenizer alone gets the new vocabulary, with an empty segment cache of the same budget. Clones that exist keep the old
   * ones, clones made later share the new ones, and calls that are running end on the old ones. Where nothing is added, nothing changes. It
   * takes time in proportion to the number of added tokens, so add many in one call.
   *
   * @example
   * ```ts
   * const added = await tokenizer.addTokens(['<plan>', { content: '<|tool|>', special: true }]); // 2
   * ```
   */
  async addTokens(tokens: readonly (string | AddedToken)[]): Promise<number> {
    const native = openNative(this);
    const checked = checkAddedTokens(tokens);
    const units = checked.reduce((sum, { content }) => sum + content.length, 0);
    return Call.of(this, undefined).run({ units, work: () => native.addTokens(checked) });
  }

  /** The twin of {@link Tokenizer.addTokens} that works on the calling thread. */
  addTokensSync(tokens: readonly (string | AddedToken)[]): number {
    const native = openNative(this);
    const checked = checkAddedTokens(tokens);
    return settleSync(() => native.addTokensSync(checked));
  }

  /**
   * The text of a tokenizer.json from which {@link Tokenizer.fromJSON} makes this tokenizer again, added tokens, truncation and padding
   * included. It has no place for control tokens: those are an option of loading.
   *
   * @example
   * ```ts
   * const copy = await Tokenizer.fromJSON(await tokenizer.serialize());
   * ```
   */
  async serialize(): Promise<string> {
    const held = new HeldTokenizer(this);
    const work = (): Promise<string> => held.native.serialize();
    // Of any vocabulary it takes long enough to wait with the long ones.
    return Call.of(this, undefined).run({ units: Number.POSITIVE_INFINITY, beforeWaiting: held.hold, work });
  }

  /** The twin of {@link Tokenizer.serialize} that works on the calling thread. */
  serializeSync(): string {
    const native = openNative(this);
    return settleSync(() => native.serializeSync());
  }
}
