import { expect, it } from 'vitest';
import { type LoadOptions, Tokenizer } from '../index.js';
import { CONTROL_IDS, CONTROL_TOKENS, chatFolder, chatTokenizerJson } from './chat-tokenizer.js';
import { expectRejection, expectThrow } from './failure.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const text = 'a<|assistant|>b<|system|>c';

const controlIds = (tokenizer: Tokenizer): number[] =>
  [...tokenizer.encodeSync(text, { specialTokens: 'literal' }).ids].filter((id) =>
    (CONTROL_IDS as readonly number[]).includes(id),
  );

it('are none unless they are named', () => {
  expect(controlIds(Tokenizer.fromJSONSync(chatTokenizerJson()))).toEqual(CONTROL_IDS);
});

it('are those that the options name', async () => {
  const [first, second] = CONTROL_TOKENS;
  expect(controlIds(await Tokenizer.fromJSON(chatTokenizerJson(), { controlTokens: [first] }))).toEqual([
    CONTROL_IDS[1],
  ]);
  expect(controlIds(Tokenizer.fromJSONSync(chatTokenizerJson(), { controlTokens: [first, second] }))).toEqual([]);
});

it('are those that the chat template of a folder uses', async () => {
  const config = { chat_template: "{% for m in messages %}<|assistant|>{{ m['content'] }}{% endfor %}" };
  const path = chatFolder(folder, 'template', config);
  expect(controlIds(await Tokenizer.fromFile(path))).toEqual([CONTROL_IDS[1]]);
  expect(controlIds(await Tokenizer.fromFile(path, { controlTokens: ['<|system|>'] }))).toEqual([]);
});

it('are those of all chat templates where a folder has several', () => {
  const config = {
    chat_template: [
      { name: 'default', template: '<|assistant|>{{ messages }}' },
      { name: 'tool_use', template: '<|system|>{{ messages }}' },
    ],
  };
  expect(controlIds(Tokenizer.fromFileSync(chatFolder(folder, 'templates', config)))).toEqual([]);
});

it('are inherited by clones', () => {
  const tokenizer = Tokenizer.fromJSONSync(chatTokenizerJson(), { controlTokens: CONTROL_TOKENS });
  expect(controlIds(tokenizer.clone())).toEqual([]);
});

it('must be added tokens', async () => {
  const options = { controlTokens: ['<|assistant|>', '<|nobody|>'] };
  await expectRejection(Tokenizer.fromJSON(chatTokenizerJson(), options), 'ERR_INVALID_ARGUMENT', /<\|nobody\|>/u);
  expectThrow(() => Tokenizer.fromEncodingSync('o200k_base', options), 'ERR_INVALID_ARGUMENT', /<\|assistant\|>/u);
});

it.each<[unknown, RegExp]>([
  ['<|assistant|>', /^options\.controlTokens must be an array of strings, but is '<\|assistant\|>'$/u],
  [null, /^options\.controlTokens must be an array of strings, but is null$/u],
  [['a', 7], /^options\.controlTokens\[1\] must be a string, but is 7$/u],
])('are refused where they are %o', async (controlTokens, message) => {
  const options = { controlTokens } as LoadOptions;
  await expectRejection(Tokenizer.fromJSON(chatTokenizerJson(), options), 'ERR_INVALID_ARGUMENT', message);
});
