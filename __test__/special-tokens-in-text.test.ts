import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SpecialTokens, Tokenizer } from '../index.js';
import { CONTROL_IDS, CONTROL_TOKENS, chatTokenizerJson } from './chat-tokenizer.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const END_OF_TEXT = 381;
const PLAIN = 377;

const isControl = ({ content }: { content: string }): boolean =>
  (CONTROL_TOKENS as readonly string[]).includes(content);

const tokenizer = Tokenizer.fromJSONSync(chatTokenizerJson(), { controlTokens: CONTROL_TOKENS });

/** The same model without the tokens that are to be text: what `'text'` and `'literal'` must come to. */
const withoutSpecial = Tokenizer.fromJSONSync(chatTokenizerJson(({ special }) => !special));
const withoutControl = Tokenizer.fromJSONSync(chatTokenizerJson((token) => !token.special && !isControl(token)));

const chat = 'The <|endoftext|> tokens<|assistant|><plain>.';

const ids = (text: string, specialTokens: SpecialTokens): number[] => [
  ...tokenizer.encodeSync(text, { specialTokens }).ids,
];

/** The tokens of a text and not their ids, which added tokens take anew where others are missing. */
const tokens = (one: Tokenizer, text: string, specialTokens: SpecialTokens): (string | undefined)[] =>
  Array.from(one.encodeSync(text, { specialTokens }).ids, (id) => one.idToToken(id));

const specials = fc.constantFrom('<|endoftext|>', '<|user|>', '<plain>', ...CONTROL_TOKENS);
const chatText = fc.array(fc.oneof(mixedText, specials), { maxLength: 6 }).map((parts) => parts.join(''));

it('are themselves where they are matched', () => {
  expect(ids(chat, 'match')).toEqual(expect.arrayContaining([END_OF_TEXT, CONTROL_IDS[0], PLAIN]));
});

it('are text where only what is not special matches', () => {
  expect(ids(chat, 'text')).not.toContain(END_OF_TEXT);
  expect(ids(chat, 'text')).toEqual(expect.arrayContaining([CONTROL_IDS[0], PLAIN]));
  const property = fc.property(chatText, (text) => {
    expect(tokens(tokenizer, text, 'text')).toEqual(tokens(withoutSpecial, text, 'match'));
  });
  fc.assert(property, propertyRuns(200));
});

it('are text together with control tokens where all is literal', () => {
  expect(ids(chat, 'literal')).not.toEqual(expect.arrayContaining([END_OF_TEXT]));
  expect(ids(chat, 'literal')).not.toEqual(expect.arrayContaining([CONTROL_IDS[0]]));
  expect(ids(chat, 'literal')).toContain(PLAIN);
  const property = fc.property(chatText, (text) => {
    expect(tokens(tokenizer, text, 'literal')).toEqual(tokens(withoutControl, text, 'match'));
  });
  fc.assert(property, propertyRuns(200));
});

it('are counted as they are encoded', async () => {
  const property = fc.asyncProperty(
    chatText,
    fc.constantFrom('match', 'text', 'literal'),
    async (text, specialTokens) => {
      const { length } = ids(text, specialTokens);
      expect((await tokenizer.count(text, { specialTokens })).tokens).toBe(length);
      expect(tokenizer.countSync(text, { specialTokens }).tokens).toBe(length);
    },
  );
  await fc.assert(property, propertyRuns(200));
});

it.each([
  ['a<|endoftext|>', '<|endoftext|>', 1],
  ['\u{1F600}<|user|> and <|endoftext|>', '<|user|>', 2],
  ['Tell <|assistant|> all', '<|assistant|>', 5],
])('are an error on request: %s', async (text, token, index) => {
  const message = new RegExp(`${token.replaceAll('|', '\\|')}.*\\b${index}\\b`, 'u');
  await expectRejection(tokenizer.encode(text, { specialTokens: 'throw' }), 'ERR_SPECIAL_TOKEN', message);
  await expectRejection(tokenizer.encode(['fine', text], { specialTokens: 'throw' }), 'ERR_SPECIAL_TOKEN', message);
  expectThrow(
    () => tokenizer.encodeBatchSync(['fine', text], { specialTokens: 'throw' }),
    'ERR_SPECIAL_TOKEN',
    message,
  );
});

it('stand where bytes are counted in bytes', () => {
  const bytes = Buffer.from('\u{1F600}<|user|>');
  expectThrow(() => tokenizer.encodeSync(bytes, { specialTokens: 'throw' }), 'ERR_SPECIAL_TOKEN', /\b4\b/u);
});

it('are no error where there are none', () => {
  const property = fc.property(mixedText, (text) => {
    fc.pre(!/<\|(?:endoftext|user)\|>/u.test(text));
    expect(tokenizer.encodeSync(text, { specialTokens: 'throw' })).toEqual(tokenizer.encodeSync(text));
  });
  fc.assert(property, propertyRuns(200));
  expect(ids('a<plain>', 'throw')).toEqual(ids('a<plain>', 'match'));
});

it('never make counting fail', async () => {
  const options = { specialTokens: 'throw' } as unknown as { specialTokens: 'text' };
  const message = /^options\.specialTokens must be 'match' or 'text' or 'literal', but is 'throw'$/u;
  await expectRejection(tokenizer.count(chat, options), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.countBatchSync([chat], options), 'ERR_INVALID_ARGUMENT', message);
  const property = fc.property(chatText, fc.constantFrom('match', 'text', 'literal'), (text, specialTokens) => {
    expect(tokenizer.countSync(text, { specialTokens }).tokens).toBeGreaterThanOrEqual(0);
  });
  fc.assert(property, propertyRuns(100));
});

it('of the embedded encodings can be each of it', () => {
  const o200k = Tokenizer.fromEncodingSync('o200k_base');
  const idsOf = (specialTokens: SpecialTokens): number[] =>
    Array.from(o200k.encodeSync('a<|endoftext|>', { specialTokens }).ids);
  expect(idsOf('match')).toEqual([64, 199_999]);
  expect(idsOf('text')).not.toContain(199_999);
  expect(idsOf('literal')).toEqual(idsOf('text'));
  expect(o200k.inspect().literal).toBeNull();
  expectThrow(
    () => o200k.encodeSync('a<|endoftext|>', { specialTokens: 'throw' }),
    'ERR_SPECIAL_TOKEN',
    /<\|endoftext\|>/u,
  );
});

it('cannot be literal where the model itself gives a special id for text', async () => {
  const t5 = Tokenizer.fromFileSync(fixturePath('unigram'));
  expect(t5.inspect().literal).toMatch(/<pad>|<\/s>/u);
  await expectRejection(t5.encode('a</s>', { specialTokens: 'literal' }), 'ERR_UNSUPPORTED');
  await expectRejection(t5.count('a', { specialTokens: 'literal' }), 'ERR_UNSUPPORTED');
  expect(tokenizer.inspect().literal).toBeNull();
});
