import { OptionReader } from './option-reader.js';

/** Options of `vocabSize` and `vocab`. */
export interface VocabularyOptions {
  /** Whether the added tokens that are not in the model's own vocabulary are part of it. Default `true`. */
  readonly addedTokens?: boolean | undefined;
}

/** Checks {@link VocabularyOptions} and gives `addedTokens`. */
export function resolveVocabularyOptions(options: VocabularyOptions | undefined): boolean {
  return new OptionReader('options', options, ['addedTokens']).boolean('addedTokens', true);
}
