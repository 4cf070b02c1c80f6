import tokenwell = require('tokenwell');

const options: tokenwell.LoadOptions = { segmentCache: { maxBytes: 1_000_000, eviction: 'tinylfu' } };
const tokenizer: tokenwell.Tokenizer = tokenwell.Tokenizer.fromFileSync(process.argv[2] ?? '', options);
const { tokens } = tokenizer.countSync(Buffer.from('the tokens'));
const ids: number[] = [...tokenizer.encodeSync(['the', 'tokens']).ids];
tokenizer.close();
let code: tokenwell.TokenwellErrorCode | undefined;
try {
  tokenizer.countSync('a');
} catch (error) {
  if (error instanceof tokenwell.TokenwellError) code = error.code;
}
console.log(JSON.stringify({ tokens, ids, code }));
