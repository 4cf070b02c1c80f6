// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
/** A thread of a server that probes the pool, and does nothing else, so that what it measures is the pool alone. */
import { parentPort } from 'node:worker_threads';
import { PoolProbe } from './pool-probe.js';

const probe = new PoolProbe();

parentPort?.on('message', async (command: 'start' | 'stop') => {
  if (command === 'start') probe.start();
  else parentPort?.postMessage(await probe.stop());
});
parentPort?.postMessage('ready');
