// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SharedTokenizer } from '../index.js';

const build = new URL('../dist/esm/index.js', import.meta.url).href;

/** Runs what it is sent, a body of an async function of the exports of the package and its argument, and sends what that gives. */
const source = `
  const { parentPort, workerData } = require('node:worker_threads');
  const AsyncFunction = (async () => {}).constructor;
  import(workerData).then((tokenwell) => {
    parentPort.on('message', async ({ body, argument }) => {
      try {
        parentPort.postMessage({ value: await new AsyncFunction('tokenwell', 'argument', body)(tokenwell, argument) });
      } catch ({ code, message }) {
        parentPort.postMessage({ error: { code, message } });
      }
    });
    parentPort.postMessage('ready');
  });
`;

/** A thread that imports the built package and does what it is told. */
export class PackageWorker {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async start(): Promise<PackageWorker> {
    const worker = new Worker(source, { eval: true, workerData: build });
    await once(worker, 'message');
    return new PackageWorker(worker);
  }

  /** The value of a body that sees `tokenwell`, the exports of the package, and `argument`. */
  async run(body: string, argument?: unknown): Promise<unknown> {
    const answered = once(this.#worker, 'message');
    this.begin(body, argument);
    const [{ value, error }] = (await answered) as [{ value?: unknown; error?: { code: string; message: string } }];
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return value;
  }

  /** The same without waiting for the value. */
  begin(body: string, argument?: unknown): void {
    this.#worker.postMessage({ body, argument });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The ids of a text in a thread that claims a tokenizer. */
export async function idsIn(worker: PackageWorker, shared: SharedTokenizer, text: string): Promise<number[]> {
  const body = `
    const tokenizer = tokenwell.Tokenizer.fromShared(argument.shared);
    const { ids } = await tokenizer.encode(argument.text);
    tokenizer.close();
    return Array.from(ids);
  `;
  return (await worker.run(body, { shared, text })) as number[];
}
