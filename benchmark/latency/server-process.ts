import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerCommand, ServerOptions, ServerReport } from './server/server-options.js';

const program = fileURLToPath(new URL('server/main.ts', import.meta.url));

/** A server in a process of its own, as its client holds it. */
export class ServerProcess {
  readonly port: number;
  readonly pid: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.pid = child.pid ?? 0;
  }

  /** Starts one; it is ready to be asked when this resolves. `poolSize` 0 leaves libuv's default. */
  static async start(options: ServerOptions, poolSize: number): Promise<ServerProcess> {
    const child = fork(program, [JSON.stringify(options)], {
      execArgv: ['--import', 'tsx', '--expose-gc'],
      env: poolSize > 0 ? { ...process.env, UV_THREADPOOL_SIZE: String(poolSize) } : process.env,
      serialization: 'advanced',
    });
    const [{ port }] = (await firstMessage(child, options)) as [{ port: number }];
    return new ServerProcess(child, port);
  }

  /** Begins a measurement within the server. */
  async measure(): Promise<void> {
    await this.#ask('measure');
  }

  /** Ends it. */
  async report(): Promise<ServerReport> {
    return (await this.#ask('report')) as ServerReport;
  }

  /** What stays afterwards is held, and not only left lying about. */
  async collectGarbage(): Promise<void> {
    await this.#ask('collect garbage');
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }

  async #ask(command: ServerCommand): Promise<unknown> {
    this.#child.send(command);
    const [{ report }] = (await once(this.#child, 'message')) as [{ report: unknown }];
    return report;
  }
}

/** A server that ends before it is ready has written why to the terminal. */
async function firstMessage(child: ChildProcess, { contender }: ServerOptions): Promise<unknown[]> {
  const stopping = new AbortController();
  const ended = once(child, 'exit', { signal: stopping.signal });
  const failed = async (): Promise<never> => {
    const [code] = (await ended) as [number];
    throw new Error(`the server with ${contender} ended with code ${code}`);
  };
  try {
    return await Promise.race([once(child, 'message', { signal: stopping.signal }), failed()]);
  } finally {
    stopping.abort();
    // The loser of the race rejects now that it has been told to stop waiting.
    await Promise.allSettled([ended]);
  }
}
