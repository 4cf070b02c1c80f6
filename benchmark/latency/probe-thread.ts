// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
/**
 * Probes `/health` of some servers at a fixed pace, whether or not the last probe has been answered, so that a server that hangs is asked
 * as often as one that does not. It is a thread of its own: what the client does meanwhile, such as sending prompts, must not be
 * taken for a delay of the server.
 */
import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { httpRequest } from './http-request.js';

const { everyMs } = workerData as { everyMs: number };
const agent = new Agent({ keepAlive: true });
let latencies: number[] = [];
let pending = new Set<Promise<void>>();
let timer: NodeJS.Timeout | undefined;

async function probe(port: number): Promise<void> {
  const startedMs = performance.now();
  await httpRequest(agent, port, '/health');
  latencies.push(performance.now() - startedMs);
}

function probeAll(ports: readonly number[]): void {
  for (const port of ports) {
    const probing = probe(port).finally(() => pending.delete(probing));
    pending.add(probing);
  }
}

parentPort?.on('message', async (command: readonly number[] | 'stop' | 'close') => {
  clearInterval(timer);
  if (typeof command !== 'string') {
    latencies = [];
    pending = new Set();
    timer = setInterval(() => probeAll(command), everyMs);
    parentPort?.postMessage('started');
  } else if (command === 'stop') {
    await Promise.all(pending);
    parentPort?.postMessage(latencies);
  } else {
    agent.destroy();
    parentPort?.close();
  }
});
parentPort?.postMessage('ready');
