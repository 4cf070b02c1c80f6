// What bundlers pack.
import { Tokenizer } from 'tokenwell';

async function main() {
  const tokenizer = await Tokenizer.fromEncoding('o200k_base');
  const { tokens } = await tokenizer.count('How many tokens is this?');
  console.log(tokens);
}

void main();
