/** Each runtime counts, encodes, shares with worker threads and runs the command, with the ids that tiktoken gives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get_encoding as getTiktoken } from 'tiktoken';
import type { Consumer, Ended } from './consumer.js';
import type { Proof } from './proof.js';
import type { Runtime } from './runtimes.js';

interface Expected {
  readonly tokens: number;
  readonly ids: readonly number[];
}

export function runtimeProofs(runtime: Runtime, consumer: Consumer, withoutAddon: Consumer): Proof[] {
  const expected = expectedOf(readFileSync(join(consumer.folder, 'README.md'), 'utf8'));
  const programs = ['import.mjs', 'require.cjs'].map((name) => programProof(runtime, consumer, name, expected));
  const { withoutAddons } = runtime;
  return [
    ...programs,
    commandProof(runtime, consumer, expected),
    missingAddonProof(runtime, withoutAddon),
    ...(withoutAddons === undefined ? [] : [refusedAddonProof(runtime, consumer, withoutAddons)]),
  ];
}

function expectedOf(text: string): Expected {
  const reference = getTiktoken('o200k_base');
  const expected = { tokens: reference.encode_ordinary(text).length, ids: Array.from(reference.encode(text, 'all')) };
  reference.free();
  return expected;
}

function programProof(runtime: Runtime, consumer: Consumer, name: string, { tokens, ids }: Expected): Proof {
  return {
    title: `${runtime.title}: ${name} counts, encodes, decodes, and two worker threads share its tokenizer`,
    async faults() {
      const ended = await consumer.run(runtime, runtime.file(name));
      const due = JSON.stringify({ tokens, ids, threads: [tokens, tokens], isSame: true, wasFound: true });
      return ended.code === 0 && ended.output.trim() === due ? [] : [`It should print ${shown(due)}`, ...told(ended)];
    },
  };
}

function commandProof(runtime: Runtime, consumer: Consumer, { tokens }: Expected): Proof {
  return {
    title: `${runtime.title}: ${runtime.tokenwell(['count', 'README.md']).slice(-3).join(' ')}`,
    async faults() {
      const ended = await consumer.run(runtime, runtime.tokenwell(['count', 'README.md']));
      const due = `${tokens} README.md`;
      return ended.code === 0 && ended.output.trim() === due ? [] : [`It should print ${due}`, ...told(ended)];
    },
  };
}

/** A user whose package manager left out the addon must read which package that is. */
function missingAddonProof(runtime: Runtime, consumer: Consumer): Proof {
  return {
    title: `${runtime.title}: without the package of the addon, says which one is missing`,
    async faults() {
      const ended = await consumer.run(runtime, runtime.file('require.cjs'));
      const isClear = /needs the package @tokenwell\/binding-\S+ \S+ on \S+, and it is not installed/u.test(
        ended.errors,
      );
      return ended.code !== 0 && isClear ? [] : told(ended);
    },
  };
}

function refusedAddonProof(runtime: Runtime, consumer: Consumer, withoutAddons: Runtime['file']): Proof {
  return {
    title: `${runtime.title}: without the permission for addons, says what was refused`,
    async faults() {
      const ended = await consumer.run(runtime, withoutAddons('require.cjs'));
      const isClear = /the system refuses to load it: Requires ffi access/u.test(ended.errors);
      return ended.code !== 0 && isClear ? [] : told(ended);
    },
  };
}

function told({ code, output, errors }: Ended): string[] {
  return [`It ended with ${code} and printed ${shown(output)}`, shown(errors)].filter((line) => line !== '');
}

function shown(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}...` : text;
}
