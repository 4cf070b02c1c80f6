/**
 * The server that is measured: `GET /health`, `POST /count` with the text as its body, and `GET /metrics`. A text that is posted to any other
 * path is held, and counted by each later request for that path. It is started as a child process
 * with its options as JSON in the first argument, and is told over the channel to its parent when to measure itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyText } from './body-text.js';
import { loadCounter, type LoadedCounter } from './counter.js';
import { SelfMonitor } from './self-monitor.js';
import type { CountAnswer, ServerCommand, ServerOptions } from './server-options.js';
import { startThreads } from './thread-pool.js';

const options = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const [monitor, counter] = await Promise.all([SelfMonitor.create(), loadCounter(options)]);
const count = options.workers > 0 ? await startThreads(options) : countHere(counter);

function countHere(loaded: LoadedCounter): (body: Buffer) => CountAnswer | Promise<CountAnswer> {
  return (body) => loaded.count(bodyText(body, options.body));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Texts that are to be counted later, by the path that asks for it. */
const held = new Map<string, string>();

async function respondTo(request: IncomingMessage): Promise<string> {
  const path = request.url ?? '';
  if (path === '/health') return 'ok';
  if (path === '/metrics') return counter.metrics();
  const body = await bodyOf(request);
  if (path === '/count') return JSON.stringify(await count(body));
  // Whoever holds a text has it as a string. Worker threads are sent bodies, so there is nothing to hold for them.
  const text = held.get(path);
  if (text !== undefined) return JSON.stringify(await counter.count(text));
  held.set(path, body.toString('utf8'));
  return 'held';
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    response.end(await respondTo(request));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}

const obey: Record<ServerCommand, () => Promise<object> | void> = {
  measure: () => monitor.start(),
  report: async () => ({ ...(await monitor.stop()), concurrency: counter.concurrency() }),
  // The flag that makes it callable is set by whoever starts this process.
  'collect garbage': () => globalThis.gc?.(),
};

// What keeps connections open between requests must outlast the longest pause of the client.
const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', (command: ServerCommand) => {
  void Promise.resolve(obey[command]()).then((report) => process.send?.({ report }));
});
process.on('disconnect', () => process.exit());
