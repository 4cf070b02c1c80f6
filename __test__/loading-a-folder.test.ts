import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { chatFolder } from './chat-tokenizer.js';
import { expectRejection } from './failure.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const FIRST_NEW_ID = 387;

const entry = (content: string, special: boolean): object => ({
  content,
  special,
  lstrip: false,
  rstrip: false,
  single_word: false,
  normalized: false,
});

it('adds the tokens that stand only in tokenizer_config.json', async () => {
  const config = {
    added_tokens_decoder: {
      381: entry('<|endoftext|>', true),
      [FIRST_NEW_ID]: entry('<|call|>', false),
      [FIRST_NEW_ID + 1]: entry('<|return|>', true),
    },
  };
  const path = chatFolder(folder, 'added', config);
  for (const tokenizer of [await Tokenizer.fromFile(path), Tokenizer.fromFileSync(path)]) {
    expect([...tokenizer.encodeSync('<|endoftext|><|call|><|return|>').ids]).toEqual([
      381,
      FIRST_NEW_ID,
      FIRST_NEW_ID + 1,
    ]);
    expect(tokenizer.decodeSync([FIRST_NEW_ID, FIRST_NEW_ID + 1], { skipSpecialTokens: true })).toBe('<|call|>');
    expect(tokenizer.inspect()).toMatchObject({ addedTokens: 12, specialTokens: 5 });
  }
});

it('reads nothing beside a file', async () => {
  const config = { added_tokens_decoder: { [FIRST_NEW_ID]: entry('<|call|>', false) } };
  const path = join(chatFolder(folder, 'beside', config), 'tokenizer.json');
  expect((await Tokenizer.fromFile(path)).tokenToId('<|call|>')).toBeUndefined();
});

it('needs no tokenizer_config.json', async () => {
  const path = chatFolder(folder, 'without', {});
  rmSync(join(path, 'tokenizer_config.json'));
  expect((await Tokenizer.fromFile(path)).vocabSize()).toBe(FIRST_NEW_ID);
});

it('takes one that says nothing of tokens', () => {
  const config = { model_max_length: 1e30, tokenizer_class: 'PreTrainedTokenizerFast', chat_template: null };
  expect(Tokenizer.fromFileSync(chatFolder(folder, 'nothing', config)).vocabSize()).toBe(FIRST_NEW_ID);
});

it('says which file is broken', async () => {
  const path = chatFolder(folder, 'broken', '{"chat_template":');
  await expectRejection(Tokenizer.fromFile(path), 'ERR_TOKENIZER_INVALID', /tokenizer_config\.json/u);
});
