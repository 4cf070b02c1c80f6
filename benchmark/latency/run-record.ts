import type { Check } from './checks.js';
import type { CheckedSamples } from './figures.js';
import type { Bench, Measured } from './measure.js';
import { PROBE_EVERY_MS } from './prober.js';
import type { Compared } from './proof.js';
import { MIB } from './report.js';

/** All that is kept of a scenario, without the single latencies, which are many. Times are milliseconds, unless they say otherwise. */
export function recordOf(
  { scenario, processes, results }: Measured,
  { settings, calibration }: Bench,
  compared: readonly Compared[],
  checks: readonly Check[],
): object {
  const { files, scenarios: _, out: _out, label: _label, ...options } = settings;
  return {
    scenario: scenario.name,
    title: scenario.title,
    processes,
    probeEveryMs: PROBE_EVERY_MS,
    texts: files.length === 0 ? 'the sample chats' : `${files.length} files`,
    options,
    calibration,
    counted: compared,
    reference: scenario.reference,
    checks,
    results: results.map(({ arm, phase, figures, runs }) => ({ arm, phase, figures, runs: runs.map(runOf) })),
  };
}

function runOf({ seconds, memory, reports }: CheckedSamples): object {
  return {
    seconds,
    rssMib: memory.samples.map((bytes) => Math.round(bytes / MIB)),
    worstGapMs: reports.map(({ worstGapMs }) => worstGapMs),
    concurrency: reports.map(({ concurrency }) => concurrency),
  };
}
