import { Tokenizer } from '../index.js';

const tokenizer = await Tokenizer.fromEncoding('o200k_base');

const { tokens } = await tokenizer.count('How many tokens is this?');
console.log(tokens); // 6

const { ids } = await tokenizer.encode('How many tokens is this?');
console.log(await tokenizer.decode(ids)); // How many tokens is this?

tokenizer.close();
