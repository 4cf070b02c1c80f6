// A worker thread does not inherit the loader that lets this process run TypeScript, so a thread begins here: it registers the loader
// and goes on with the module that it was started for.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.module);
