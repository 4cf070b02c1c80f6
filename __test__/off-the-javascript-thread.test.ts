import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';

it('lets the event loop turn while a text is counted, encoded or decoded', async () => {
  const tokenizer = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
  const text = 'All work and no play makes Jack a dull boy.\n'.repeat(50_000);
  const { ids } = tokenizer.encodeSync(text);
  for (const call of [() => tokenizer.count(text), () => tokenizer.encode(text), () => tokenizer.decode(ids)]) {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await call();
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  }
});
