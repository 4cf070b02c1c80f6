import { afterEach, describe, expect, it, vi } from 'vitest';
import { Tokenizer, TokenizerRegistry, TokenwellError } from '../index.js';
import { fixturePath } from './fixture.js';

const shared = Tokenizer.fromFileSync(fixturePath('word-level'));
const exists = (id: string): boolean => id.startsWith('model-');

/** Loads after a turn of the loop, and says which ids it was asked for. */
function recorded(): { readonly asked: string[]; readonly load: (id: string) => Promise<Tokenizer | null> } {
  const asked: string[] = [];
  const load = async (id: string): Promise<Tokenizer | null> => {
    asked.push(id);
    await new Promise((resolve) => setImmediate(resolve));
    return exists(id) ? shared.clone() : null;
  };
  return { asked, load };
}

afterEach(() => vi.useRealTimers());

describe('a registry of tokenizers', () => {
  it.each([1, 10])('loads each of 100 ids once for 1,000 requests, %i at a time for each id', async (together) => {
    const { asked, load } = recorded();
    const registry = new TokenizerRegistry({ load, maxLoaded: 100 });
    const ids = Array.from({ length: 100 }, (_, index) => `${index % 2 === 0 ? 'model' : 'nothing'}-${index}`);
    const rounds = 10 / together;
    for (let round = 0; round < rounds; round += 1) {
      const requests = ids.flatMap((id) => Array.from({ length: together }, () => registry.get(id)));
      const results = await Promise.allSettled(requests);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50 * together);
    }
    expect(asked.toSorted()).toEqual(ids.toSorted());
    expect(registry.stats()).toEqual({ loaded: 50, loading: 0, missing: 50, loads: 100 });
  });

  it('gives all who ask the same tokenizer', async () => {
    const registry = new TokenizerRegistry({ load: recorded().load });
    const [one, other] = await Promise.all([registry.get('model-a'), registry.get('model-a')]);
    expect(one).toBe(other);
    expect(await registry.get('model-a')).toBe(one);
  });

  it('asks again for what was missing after a while', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { asked, load } = recorded();
    const registry = new TokenizerRegistry({ load, negativeTtlMs: 1000 });
    const missing = { code: 'ERR_TOKENIZER_NOT_FOUND', message: "there is no tokenizer 'nothing'" };
    await expect(registry.get('nothing')).rejects.toMatchObject(missing);
    vi.advanceTimersByTime(999);
    await expect(registry.get('nothing')).rejects.toMatchObject(missing);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(registry.stats().missing).toBe(0);
    await expect(registry.get('nothing')).rejects.toMatchObject(missing);
    expect(asked).toHaveLength(2);
  });

  it('takes an error that says so for missing, and keeps it as the cause', async () => {
    const registry = new TokenizerRegistry({ load: (id) => Tokenizer.fromFile(`no/such/${id}.json`) });
    const error = await registry.get('x').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TokenwellError);
    expect((error as TokenwellError).cause).toMatchObject({ code: 'ERR_TOKENIZER_NOT_FOUND' });
    expect(registry.stats().missing).toBe(1);
  });

  it('shows any other error to all who wait, and tries again for the next', async () => {
    let calls = 0;
    const failure = new Error('the disk is gone');
    const registry = new TokenizerRegistry({
      load: async () => {
        calls += 1;
        if (calls === 1) throw failure;
        return shared.clone();
      },
    });
    const results = await Promise.allSettled([registry.get('a'), registry.get('a')]);
    expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([failure, failure]);
    await expect(registry.get('a')).resolves.toBeInstanceOf(Tokenizer);
    expect(registry.stats()).toMatchObject({ loads: 2, missing: 0 });
  });

  it('lets go what was asked for longest ago', async () => {
    const { asked, load } = recorded();
    const registry = new TokenizerRegistry({ load, maxLoaded: 2 });
    const first = await registry.get('model-a');
    await registry.get('model-b');
    await registry.get('model-a');
    await registry.get('model-c');
    expect(await registry.get('model-a')).toBe(first);
    await registry.get('model-b');
    expect(asked).toEqual(['model-a', 'model-b', 'model-c', 'model-b']);
    // Whoever has it goes on with it.
    expect(first.countSync('hello').tokens).toBe(1);
  });

  it('forgets on request', async () => {
    const { asked, load } = recorded();
    const registry = new TokenizerRegistry({ load });
    await registry.get('model-a');
    await registry.get('nothing').catch(() => {});
    registry.forget('model-a');
    registry.forget('nothing');
    expect(registry.stats()).toMatchObject({ loaded: 0, missing: 0 });
    await registry.get('model-a');
    expect(asked).toHaveLength(3);
  });

  it('names what is wrong', async () => {
    const load = recorded().load;
    const invalid = { code: 'ERR_INVALID_ARGUMENT' };
    expect(() => new TokenizerRegistry({ load: 7 as never })).toThrow('options.load must be a function, but is 7');
    expect(() => new TokenizerRegistry({ load, maxLoaded: 0 })).toThrow(
      'options.maxLoaded must be a whole number from 1',
    );
    expect(() => new TokenizerRegistry({ load, ttl: 1 } as never)).toThrow("options has no option 'ttl'");
    await expect(new TokenizerRegistry({ load }).get(7 as never)).rejects.toMatchObject(invalid);
    const wrong = new TokenizerRegistry({ load: async () => 'text' as never });
    await expect(wrong.get('a')).rejects.toThrow("must give a Tokenizer, null or undefined, but gave 'text' for 'a'");
  });
});
