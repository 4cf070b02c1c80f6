import { type CountOptions, type Encoding, type TokenCount, Tokenizer, TokenwellError } from 'tokenwell';

const options: CountOptions = { specialTokens: 'text' };
const tokenizer: Tokenizer = await Tokenizer.fromFile(new URL(`file://${process.argv[2] ?? ''}`));
const count: TokenCount = await tokenizer.count({ parts: ['the ', 'tokens'] }, options);
const encoding: Encoding = await tokenizer.encode(['the', 'tokens']);
const disposable: Disposable = tokenizer;
disposable[Symbol.dispose]();
const closed: unknown = await tokenizer.count('a').catch((error: unknown) => error);
const code = closed instanceof TokenwellError ? closed.code : undefined;
console.log(JSON.stringify({ tokens: count.tokens, ids: [...encoding.ids], code }));
