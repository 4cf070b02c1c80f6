/**
 * The server that is measured: `GET /health`, `POST /count` with the text as its body, and `GET /metrics`. A text that is posted to any other
 * path is held, and counted by each later request for that path. It is started as a child process
 * with its options as JSON in the first argument, and is told over the channel to its parent when to measure itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadCounter } from './counter.js';
import { HeldTexts } from './held-texts.js';
import { SelfMonitor } from './self-monitor.js';
import type { ServerCommand, ServerOptions } from './server-options.js';
import { CountingThreads } from './thread-pool.js';

const options = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const [monitor, counter] = await Promise.all([SelfMonitor.create(), loadCounter(options)]);
const texts = options.workers > 0 ? await CountingThreads.start(options) : new HeldTexts(counter, options);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Where texts are held. */
const held = new Set<string>();

async function respondTo(request: IncomingMessage): Promise<string> {
  const path = request.url ?? '';
  if (path === '/health') return 'ok';
  if (path === '/metrics') return counter.metrics();
  const body = await bodyOf(request);
  if (path === '/count') return JSON.stringify(await texts.answer({ body }));
  if (held.has(path)) return JSON.stringify(await texts.answer({ path }));
  held.add(path);
  await texts.answer({ path, body });
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
