import { it } from 'vitest';
import { Tokenizer } from '../index.js';
import { expectThrow } from './failure.js';

it('is refused at run time too', () => {
  const Constructor = Tokenizer as unknown as new (...args: unknown[]) => Tokenizer;
  expectThrow(() => new Constructor(), 'ERR_INVALID_ARGUMENT', /use Tokenizer\.fromEncoding/u);
  expectThrow(() => new Constructor(Symbol('Tokenizer'), {}), 'ERR_INVALID_ARGUMENT', /use Tokenizer\.fromEncoding/u);
});
