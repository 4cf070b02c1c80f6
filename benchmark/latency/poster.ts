import { Agent } from 'node:http';
import { httpRequest } from './http-request.js';
import type { Prompt } from './prompts.js';
import type { CountAnswer } from './server/server-options.js';
import type { ServerProcess } from './server-process.js';

/** What came back for a prompt. */
export interface Counted extends CountAnswer {
  readonly prompt: Prompt;
  /** From sending the request to having its answer. */
  readonly ms: number;
  /** Whether that server had been sent the same prompt before. */
  readonly seen: boolean;
}

/** Posts prompts to some servers in turn. */
export class Poster {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #servers: readonly ServerProcess[];
  readonly #seen: readonly Set<string>[];
  readonly #held = new Map<string, string>();
  #count = 0;

  constructor(servers: readonly ServerProcess[]) {
    this.#servers = servers;
    this.#seen = servers.map(() => new Set());
  }

  /** Posts a prompt to the server whose turn it is. */
  async post(prompt: Prompt): Promise<Counted> {
    const turn = this.#count++ % this.#servers.length;
    const { port } = this.#servers[turn] ?? { port: 0 };
    const seen = this.#seen[turn]?.has(prompt.key) ?? false;
    this.#seen[turn]?.add(prompt.key);
    const path = this.#held.get(prompt.key);
    const startedMs = performance.now();
    const text = await httpRequest(this.#agent, port, path ?? '/count', path === undefined ? prompt.body : undefined);
    const answer = JSON.parse(text) as CountAnswer;
    return { ...answer, prompt, ms: performance.now() - startedMs, seen };
  }

  /** Lets every server hold a prompt from now on, so that {@link post} need not send it. */
  async hold({ key, body }: Prompt): Promise<void> {
    if (this.#held.has(key)) return;
    const path = `/held/${this.#held.size}`;
    await Promise.all(this.#servers.map(({ port }) => httpRequest(this.#agent, port, path, body)));
    this.#held.set(key, path);
  }

  /** Posts a prompt to every server. */
  async postToAll(prompt: Prompt): Promise<void> {
    await Promise.all(this.#servers.map(() => this.post(prompt)));
  }

  /** Reads the metrics of every server. */
  async scrape(): Promise<void> {
    await Promise.all(this.#servers.map(({ port }) => httpRequest(this.#agent, port, '/metrics')));
  }

  close(): void {
    this.#agent.destroy();
  }
}
