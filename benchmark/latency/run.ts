import { setTimeout as sleep } from 'node:timers/promises';
import type { Phase, Workshop } from './phase.js';
import { type Counted, Poster } from './poster.js';
import type { Prober } from './prober.js';
import { MemorySampler, residentBytes } from './resident-memory.js';
import type { ServerOptions, ServerReport } from './server/server-options.js';
import { ServerProcess } from './server-process.js';

/** How a server is started and treated, apart from its traffic. */
export interface RunSettings {
  readonly server: ServerOptions;
  readonly processes: number;
  /** Threads of libuv's pool; 0 for its default. */
  readonly poolSize: number;
  /** Prompts that a server is sent before it is measured. */
  readonly warmUp: number;
  readonly scraped: boolean;
}

/** Memory of the servers of a run together, in bytes. */
export interface Memory {
  readonly before: number;
  readonly peak: number;
  /** A while after the last answer. */
  readonly after: number;
  /** The same once the garbage of JavaScript has been collected. */
  readonly held: number;
  readonly samples: readonly number[];
}

/** All that was measured in one phase of one run. */
export interface PhaseSamples {
  readonly phase: string;
  readonly seconds: number;
  readonly probes: readonly number[];
  readonly counts: readonly Counted[];
  readonly memory: Memory;
  readonly reports: readonly ServerReport[];
}

const WARM_UP_UNITS = 100_000;
/** Seeds of prompts for warming up, out of the way of all others. */
const WARM_UP_SEED = 1_000_000_007;
const WARM_UP_PROBES_MS = 500;
const SCRAPE_EVERY_MS = 100;

/** Starts servers, sends them the traffic of all phases, and stops them. Every run has servers of its own: memory and caches begin anew. */
export async function runOnce(
  settings: RunSettings,
  phases: readonly Phase[],
  workshop: Workshop,
  prober: Prober,
): Promise<PhaseSamples[]> {
  const { server, processes, poolSize } = settings;
  const servers: ServerProcess[] = [];
  try {
    while (servers.length < processes) servers.push(await ServerProcess.start(server, poolSize));
    const poster = new Poster(servers);
    await warmUp(settings, servers, prober, poster, workshop);
    const samples: PhaseSamples[] = [];
    for (const phase of phases) {
      samples.push(await measurePhase({ phase, settings, servers, prober, poster, settleMs: workshop.scale.settleMs }));
    }
    poster.close();
    return samples;
  } finally {
    await Promise.all(servers.map((one) => one.stop()));
  }
}

/** Everything that is measured later runs once: connections are made, functions compiled, threads of the pool started. */
async function warmUp(
  settings: RunSettings,
  servers: readonly ServerProcess[],
  prober: Prober,
  poster: Poster,
  { maker }: Workshop,
): Promise<void> {
  if (settings.warmUp === 0) return;
  await Promise.all(servers.map((one) => one.measure()));
  await prober.start(portsOf(servers));
  for (let index = 0; index < settings.warmUp; index += 1) {
    await poster.postToAll(maker.keep(WARM_UP_SEED + index, { units: WARM_UP_UNITS }));
  }
  await sleep(WARM_UP_PROBES_MS);
  await prober.stop();
  await Promise.all(servers.map((one) => one.report()));
}

interface Measurement {
  readonly phase: Phase;
  readonly settings: RunSettings;
  readonly servers: readonly ServerProcess[];
  readonly prober: Prober;
  readonly poster: Poster;
  readonly settleMs: number;
}

async function measurePhase({
  phase,
  settings,
  servers,
  prober,
  poster,
  settleMs,
}: Measurement): Promise<PhaseSamples> {
  const pids = servers.map(({ pid }) => pid);
  for (const prompt of phase.ahead) await poster.postToAll(prompt);
  if (settings.server.body === 'held') {
    for (const prompt of phase.known) await poster.hold(prompt);
  }
  await Promise.all(servers.map((one) => one.collectGarbage()));
  await Promise.all(servers.map((one) => one.measure()));
  const before = residentBytes(pids);
  const memory = new MemorySampler(pids);
  const scraping = settings.scraped ? setInterval(() => void poster.scrape(), SCRAPE_EVERY_MS) : undefined;
  await prober.start(portsOf(servers));
  const startedMs = performance.now();
  const counts: Counted[] = [];
  await phase.send(async (prompt) => void counts.push(await poster.post(prompt)));
  const seconds = (performance.now() - startedMs) / 1000;
  const probes = await prober.stop();
  clearInterval(scraping);
  const reports = await Promise.all(servers.map((one) => one.report()));
  await sleep(settleMs);
  const samples = memory.stop();
  const after = residentBytes(pids);
  await Promise.all(servers.map((one) => one.collectGarbage()));
  const peak = Math.max(...samples, peakOf(reports));
  return {
    phase: phase.name,
    seconds,
    probes,
    counts,
    memory: { before, peak, after, held: residentBytes(pids), samples },
    reports,
  };
}

function portsOf(servers: readonly ServerProcess[]): number[] {
  return servers.map(({ port }) => port);
}

/**
 * The peak that the system has seen, which samples may miss; 0 if none of the processes rose above what it had held before the phase. Peaks of
 * several processes are added up as if they had come at the same moment.
 */
function peakOf(reports: readonly ServerReport[]): number {
  const rose = reports.every(({ maxRssBeforeBytes, maxRssBytes }) => maxRssBytes > maxRssBeforeBytes);
  return rose ? reports.reduce((sum, { maxRssBytes }) => sum + maxRssBytes, 0) : 0;
}
