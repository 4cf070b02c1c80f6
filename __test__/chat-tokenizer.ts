import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from './fixture.js';

/** What stands between the messages of a chat, though no flag says so, and what is an added token and no more. */
export const CONTROL_TOKENS = ['<|assistant|>', '<|system|>'] as const;

/** Their ids, behind those of the fixture. */
export const CONTROL_IDS = [385, 386] as const;

interface TokenEntry {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
}

/** The byte-level fixture with {@link CONTROL_TOKENS} as added tokens that are not special, or only those that `keep` keeps. */
export function chatTokenizerJson(keep: (token: TokenEntry) => boolean = () => true): string {
  const file = JSON.parse(readFileSync(fixturePath('byte-level-bpe'), 'utf8')) as { added_tokens: TokenEntry[] };
  const control = CONTROL_TOKENS.map((content, index) => ({
    id: CONTROL_IDS[index] ?? 0,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: false,
  }));
  return JSON.stringify({ ...file, added_tokens: [...file.added_tokens, ...control].filter(keep) });
}

/** Writes a model's folder with {@link chatTokenizerJson} and a tokenizer_config.json, and gives its path. */
export function chatFolder(parent: string, name: string, config: object | string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'tokenizer.json'), chatTokenizerJson());
  writeFileSync(
    join(folder, 'tokenizer_config.json'),
    typeof config === 'string' ? config : JSON.stringify(config, null, 2),
  );
  return folder;
}
