/** One metric as a page of the Prometheus text format tells it. */
export interface ParsedMetric {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly ParsedSample[];
}

export interface ParsedSample {
  /** In the order of the page. */
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number;
}

const UNESCAPED: Readonly<Record<string, string>> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' };

/**
 * Reads a page of the Prometheus text format 0.0.4, written from its grammar and not from our writer. Fails on all that the grammar
 * does not allow, on a second TYPE line for a name, on a sample that stands apart from its TYPE line, and on a sample given twice.
 */
export function parsePrometheus(page: string): ReadonlyMap<string, ParsedMetric> {
  const metrics = new Map<string, { help: string; type: string; samples: ParsedSample[] }>();
  if (page === '') return metrics;
  if (!page.endsWith('\n')) throw new Error('the last line does not end with a line feed');
  let current = '';
  for (const line of page.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/u.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (metrics.has(name)) throw new Error(`a second HELP line for ${name}`);
      metrics.set(name, { help: rest, type: '', samples: [] });
    } else if (keyword === 'TYPE') {
      const metric = metrics.get(name);
      if (metric === undefined || metric.type !== '') throw new Error(`misplaced TYPE line for ${name}`);
      if (!['counter', 'gauge'].includes(rest)) throw new Error(`unknown type ${rest}`);
      metric.type = rest;
      current = name;
    } else {
      addSample(metrics.get(current)?.samples, current, line);
    }
  }
  return metrics;
}

function addSample(samples: ParsedSample[] | undefined, current: string, line: string): void {
  const [, name, inBraces, number = ''] = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? (\S+)$/su.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a line of the format: ${line}`);
  if (name !== current || samples === undefined) throw new Error(`${name} stands apart from its TYPE line`);
  if (!/^\d+(\.\d+)?(e[+-]?\d+)?$/u.test(number)) throw new Error(`not a number: ${number}`);
  const labels = inBraces === undefined ? [] : parseLabels(inBraces.slice(1, -1));
  const key = (sample: ParsedSample['labels']): string =>
    JSON.stringify(sample.map((pair) => pair.join('=')).toSorted());
  if (samples.some((sample) => key(sample.labels) === key(labels))) throw new Error(`given twice: ${line}`);
  samples.push({ labels, value: Number(number) });
}

/** Reads `name="value",...` from left to right, since a value may hold all that stands between labels. */
function parseLabels(text: string): [string, string][] {
  const labels: [string, string][] = [];
  const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,|$)/uy;
  while (label.lastIndex < text.length) {
    const [, name, value] = label.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not labels: ${text}`);
    if (labels.some(([known]) => known === name)) throw new Error(`the label ${name} stands twice`);
    labels.push([name, value.replaceAll(/\\./gsu, (escape) => UNESCAPED[escape] ?? escape)]);
  }
  return labels;
}
