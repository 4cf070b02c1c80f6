import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { chatMessages, chatMlTokenizerJson, inChatMl } from './growing-chat.js';
import { runCommand } from './run-command.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lines = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const TURNS = 6;
const model = file('tokenizer.json', chatMlTokenizerJson());
const messages = chatMessages(TURNS);
const chats = Array.from({ length: TURNS }, (_, turn) => messages.slice(0, 2 * turn + 2));
/** A chat that grows by one turn a request, with nothing behind the last message. */
const asTexts = file('texts.jsonl', lines(...chats.map((chat) => ({ text: inChatMl(chat) }))));
const asRequests = file('requests.jsonl', lines(...chats.map((chat) => ({ seq: 1, messages: chat }))));
const asSession = file('session.jsonl', lines({ cuts: chats.map((chat) => chat.length), messages }));

/** Request number k (from 1) looks up k questions, k answers and, behind each message, a line feed. */
const LOOKUPS = 4 * ((TURNS * (TURNS + 1)) / 2);
const uncached = Tokenizer.fromFileSync(model, { segmentCache: false });
const encode = (text: string): Uint32Array => uncached.encodeSync(text, { addSpecialTokens: false }).ids;

interface Report {
  readonly [name: string]: number | string;
}

async function replay(...args: string[]): Promise<Report> {
  const { code, stdout, stderr } = await runCommand(['replay', '-t', model, '--json', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^[^\n]+\n$/u);
  return JSON.parse(stdout) as Report;
}

describe('a chat that grows by a turn a request', () => {
  it('misses each message once, and finds it in every later request', async () => {
    const text = chats.map(inChatMl).join('');
    const report = await replay(asTexts);
    expect(report).toMatchObject({
      requests: TURNS,
      tokens: chats.reduce((sum, chat) => sum + encode(inChatMl(chat)).length, 0),
      textBytes: Buffer.byteLength(text),
      // The questions, the answer and the line feed.
      misses: TURNS + 2,
      hits: LOOKUPS - (TURNS + 2),
      hitRate: (LOOKUPS - (TURNS + 2)) / LOOKUPS,
      entries: TURNS + 2,
      evictions: 0,
      caches: 1,
      copies: 1,
      clients: 1,
      order: 'fifo',
      cache: 'shared',
    });
    const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => `user\n${content}`);
    expect(report['tokenizedBytes']).toBe(`${questions.join('')}assistant\nAs I said.\n`.length);
  });

  it('misses no more on several copies that share the cache', async () => {
    for (const order of ['fifo', 'lifo']) {
      const report = await replay(asTexts, '--copies', '4', '--clients', '1', '--order', order);
      expect(report).toMatchObject({ misses: TURNS + 2, hits: LOOKUPS - (TURNS + 2), caches: 1, copies: 4, order });
    }
  });

  it('misses each message once on each copy with a cache of its own', async () => {
    const report = await replay(asTexts, '--copies', '2', '--clients', '1', '--separate');
    // The copies take turns: one meets all questions, the other all but the last.
    const misses = TURNS + 2 + (TURNS - 1 + 2);
    expect(report).toMatchObject({ misses, hits: LOOKUPS - misses, entries: misses, caches: 2, cache: 'separate' });
  });

  it('stays on one copy where the last one given back is next', async () => {
    const args = ['--copies', '2', '--clients', '1', '--separate', '--order', 'lifo'];
    expect(await replay(asTexts, ...args)).toMatchObject({ misses: TURNS + 2, caches: 2 });
  });

  it('is tokenized whole each time without a cache', async () => {
    const report = await replay(asTexts, '--no-cache', '--copies', '2');
    expect(report).toMatchObject({
      hits: 0,
      misses: 0,
      hitRate: 0,
      entries: 0,
      cacheBytes: 0,
      caches: 0,
      cache: 'none',
    });
    expect(report['tokenizedBytes']).toBe(report['textBytes']);
  });

  it('looks up as much with many clients, whoever comes first', async () => {
    const report = await replay(asTexts, '--copies', '3', '--clients', '5');
    expect(Number(report['hits']) + Number(report['misses'])).toBe(LOOKUPS);
    expect(report).toMatchObject({ requests: TURNS, entries: TURNS + 2, clients: 5 });
  });
});

describe('a chat in messages', () => {
  it('is rendered in ChatML, and asks for an answer', async () => {
    const report = await replay(asRequests);
    const texts = chats.map((chat) => `${inChatMl(chat)}<|im_start|>assistant\n`);
    expect(report).toMatchObject({
      textBytes: texts.join('').length,
      tokens: texts.reduce((sum, text) => sum + encode(text).length, 0),
      misses: TURNS + 3,
    });
  });

  it('may be a line with all its requests', async () => {
    const { seconds: _, p50Ms: __, p99Ms: ___, peakRssBytes: ____, ...report } = await replay(asRequests);
    expect(await replay(asSession)).toMatchObject(report);
  });

  it('may be rendered without special tokens', async () => {
    const texts = chats.map((chat) => chat.map(({ role, content }) => `${role}: ${content}\n`).join(''));
    expect(await replay(asSession, '--plain')).toMatchObject({
      textBytes: texts.join('').length,
      tokens: texts.reduce((sum, text) => sum + encode(text).length, 0),
    });
  });

  it('may have messages without content', async () => {
    const path = file('calls.jsonl', lines({ messages: [{ role: 'assistant', content: null, tool_calls: [] }] }));
    const { length } = '<|im_start|>assistant\n<|im_end|>\n<|im_start|>assistant\n';
    expect(await replay(path)).toMatchObject({ textBytes: length });
  });
});

it('replays several files, and the standard input, as one stream of requests', async () => {
  expect(await replay(asTexts, asTexts)).toMatchObject({ requests: 2 * TURNS, misses: TURNS + 2 });
  const { stdout } = await runCommand(['replay', '-t', model, '--json', '-'], readFileSync(asTexts));
  expect(JSON.parse(stdout)).toMatchObject({ requests: TURNS, misses: TURNS + 2 });
});

it('stops after the first requests when it is told to', async () => {
  const expected = await replay(file('first.jsonl', lines({ text: inChatMl(chats[0] ?? []) })));
  for (const path of [asTexts, asSession]) expect(await replay(path, '--requests', '1')).toMatchObject({ requests: 1 });
  const { tokens, textBytes, misses } = await replay(asTexts, '--requests', '1');
  expect({ tokens, textBytes, misses }).toEqual({
    tokens: expected['tokens'],
    textBytes: expected['textBytes'],
    misses: 3,
  });
  expect(await replay(asTexts, '--requests', '1000')).toMatchObject({ requests: TURNS });
});

it('keeps a small budget by evicting', async () => {
  const texts = Array.from({ length: 1000 }, (_, index) => ({ text: `What about the token ${index}?` }));
  const path = file('many.jsonl', lines(...texts));
  for (const eviction of ['lru', 'tinylfu']) {
    const report = await replay(path, '--cache-mib', '0.0625', '--eviction', eviction);
    expect(report).toMatchObject({ misses: 1000, hits: 0 });
    expect(report['evictions']).toBe(1000 - Number(report['entries']));
    expect(report['cacheBytes']).toBeLessThanOrEqual(64 * 1024);
  }
});

it('takes special tokens for text when it is told to', async () => {
  const tokens = chats.reduce((sum, chat) => {
    return sum + uncached.countSync(inChatMl(chat), { specialTokens: 'text' }).tokens;
  }, 0);
  expect(await replay(asTexts, '--special-tokens', 'text')).toMatchObject({ tokens });
});

it('writes a digest of the ids of each request', async () => {
  const expected = chats.map((chat) => {
    const ids = encode(inChatMl(chat));
    return `${ids.length} ${createHash('sha256').update(ids).digest('hex')}\n`;
  });
  for (const mode of [[], ['--separate'], ['--no-cache']]) {
    const digests = join(folder, 'digests');
    await replay(asTexts, '--copies', '2', '--clients', '3', '--digests', digests, ...mode);
    expect(readFileSync(digests, 'utf8')).toBe(expected.join(''));
  }
});

it('counts as many tokens as it encodes', async () => {
  const { tokens } = await replay(asSession);
  expect(await replay(asSession, '--encode')).toMatchObject({ tokens });
});

it('prints a line for each figure', async () => {
  const { stdout } = await runCommand(['replay', '-t', model, '--copies', '2', '--clients', '1', asTexts]);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, 15).trim(), line.slice(16)] as const);
  expect(rows.map(([name]) => name)).toEqual([
    'requests',
    'tokens',
    'text',
    'tokenized',
    'hit rate',
    'byte hit rate',
    'entries',
    'cache',
    'evictions',
    'time',
    'per request',
    'peak RSS',
  ]);
  const printed = new Map(rows);
  expect(printed.get('requests')).toBe('6');
  expect(printed.get('hit rate')).toBe('0.9048 (76 hits, 8 misses)');
  expect(printed.get('per request')).toMatch(/^p50 [\d.]+ ms, p99 [\d.]+ ms$/u);
  const { stdout: none } = await runCommand(['replay', '-t', model, '--no-cache', asTexts]);
  expect(none).toMatch(/^hit rate +no cache$/mu);
});

async function complaint(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['replay', '-t', model, ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^tokenwell: [^\n]+\n$/u);
  return stderr.slice('tokenwell: '.length, -1);
}

describe('refuses', () => {
  it.each<[unknown, string]>([
    ['{', 'not JSON'],
    ['[]', 'must be a JSON object, but is []'],
    ['{}', 'must have messages or text'],
    ['{"text":7}', 'text must be a string, but is 7'],
    ['{"text":"","messages":[]}', 'text and messages exclude each other'],
    ['{"messages":{}}', 'messages must be an array, but is {}'],
    ['{"messages":[null]}', 'messages[0] must be an object, but is null'],
    [
      '{"messages":[{"role":"user","content":"a"},{"content":"a"}]}',
      'messages[1].role must be a string, but is undefined',
    ],
    ['{"messages":[{"role":"user","content":["a"]}]}', "messages[0].content must be a string, but is [ 'a' ]"],
    ['{"messages":[],"cuts":3}', 'cuts must be an array, but is 3'],
    ['{"messages":[],"cuts":[0,1]}', 'cuts[1] must be a whole number from 0 to 0, but is 1'],
    ['{"messages":[],"cuts":[0.5]}', 'cuts[0] must be a whole number from 0 to 0, but is 0.5'],
    [Buffer.of(0x7b, 0xff), 'not UTF-8'],
  ])('the line %s, and names it', async (line, message) => {
    const good = Buffer.from('{"text":"a"}\n\n');
    const path = file('bad.jsonl', Buffer.concat([good, Buffer.from(line as string), Buffer.from('\n')]));
    expect(await complaint(path)).toBe(`${path}: line 3: ${message}`);
  });

  it('files without requests, missing files, and none at all', async () => {
    const empty = file('empty.jsonl', '\n \n');
    expect(await complaint(empty)).toBe(`${empty}: no requests`);
    const missing = join(folder, 'missing.jsonl');
    expect(await complaint(missing)).toBe(`${missing}: no such file`);
    expect(await complaint()).toBe('no TRAFFIC given (- reads the standard input)');
  });

  it('a file for digests that cannot be written', async () => {
    const path = join(folder, 'no', 'digests');
    const { code, stderr } = await runCommand(['replay', '-t', model, asTexts, '--digests', path]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `tokenwell: ${path}: no such file\n` });
  });

  it.each([
    [['--copies', '0'], "--copies must be a whole number from 1 to 10000, but is '0'"],
    [['--clients', 'many'], "--clients must be a whole number from 1 to 10000, but is 'many'"],
    [['--requests', '1.5'], "--requests must be a whole number from 1 to 1000000000, but is '1.5'"],
    [['--order', 'random'], "--order must be fifo or lifo, but is 'random'"],
    [['--eviction', 'fifo'], "--eviction must be lru or tinylfu, but is 'fifo'"],
    [['--cache-mib', '0'], "--cache-mib must be a number above 0 (no cache is --no-cache), but is '0'"],
    [['--cache-mib=-1'], "--cache-mib must be a number above 0 (no cache is --no-cache), but is '-1'"],
    [['--cache-mib', '1', '--no-cache'], '--cache-mib and --no-cache exclude each other'],
    [['--separate', '--no-cache'], '--separate and --no-cache exclude each other'],
    [['--special-tokens', 'throw'], "--special-tokens must be match, text or literal, but is 'throw'"],
    [['--skip-special-tokens'], 'unknown option --skip-special-tokens; replay knows '],
  ])('%j', async (args, message) => {
    expect(await complaint(...args, asTexts)).toContain(message);
  });
});
