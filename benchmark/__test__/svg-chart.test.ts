import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../__test__/mixed-text.js';
import { type Chart, svgChart } from '../svg-chart.js';

const CHART: Chart = {
  title: 'Text tokenized & more',
  subtitle: 'a < b',
  groups: [
    {
      title: 'Text',
      unit: 'MiB',
      bars: [
        { series: 'shared', value: 5 },
        { series: 'none', value: 20 },
      ],
    },
    { title: 'Share', unit: '%', fullScale: 100, bars: [{ series: 'none', value: 25, label: '25.00 %' }] },
  ],
};

interface Drawn {
  readonly texts: readonly string[];
  /** Width and colour of each bar, in order. */
  readonly bars: readonly (readonly [width: number, colour: string])[];
}

/** Reads a chart with the eyes of an XML parser: fails on elements that are not closed, and on characters that should be escaped. */
function read(svg: string): Drawn {
  const open: string[] = [];
  const texts: string[] = [];
  const bars: [number, string][] = [];
  for (const [, tag = '', content = ''] of svg.matchAll(/(<[^<>]*>)([^<>]*)/gu)) {
    const [, closing, name = '', single] = /^<(\/?)(\w+)(?: [\w-]+="[^"<&]*")*\s*(\/?)>$/u.exec(tag) ?? [];
    expect(name, `not a tag: ${tag}`).not.toBe('');
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`${tag} closes nothing`);
    } else if (single !== '/') {
      open.push(name);
    }
    if (name === 'style') continue;
    expect(content).toMatch(/^(?:[^&\p{Cc}]|\n|&(?:amp|lt|gt);)*$/u);
    if (tag.startsWith('<text')) texts.push(content);
    const [, width, colour] = / width="([\d.]+)".* fill="(#\w+)"/u.exec(tag) ?? [];
    if (width !== undefined && colour !== undefined) bars.push([Number(width), colour]);
  }
  expect(open).toEqual([]);
  expect(svg).toMatch(/^<svg [^<]*>/u);
  return { texts, bars };
}

it('names what is drawn, with units and values', () => {
  expect(read(svgChart(CHART)).texts).toEqual([
    'Text tokenized &amp; more',
    'a &lt; b',
    'Text, MiB',
    'shared',
    '5',
    'none',
    '20',
    'Share, %',
    'none',
    '25.00 %',
  ]);
});

it('draws bars in proportion within their group, and a series in one colour', () => {
  const [shared, none, share] = read(svgChart(CHART)).bars;
  expect(shared?.[0]).toBeCloseTo((none?.[0] ?? 0) / 4, 0);
  expect(share?.[0]).toBeCloseTo((none?.[0] ?? 0) / 4, 0);
  expect(none?.[1]).toBe(share?.[1]);
  expect(none?.[1]).not.toBe(shared?.[1]);
});

it('draws no bar for nothing', () => {
  const bars = [{ series: 'none', value: 0 }];
  expect(read(svgChart({ ...CHART, groups: [{ title: 'Nothing', unit: '', bars }] })).bars[0]?.[0]).toBe(0);
});

it('follows the page from light to dark', () => {
  expect(svgChart(CHART)).toContain('@media (prefers-color-scheme: dark)');
});

it('is well-formed whatever the names hold', () => {
  const name = fc.string({ unit: 'binary', maxLength: 20 });
  const bar = fc.record({ series: name, value: fc.nat(), label: name });
  const group = fc.record({ title: name, unit: name, bars: fc.array(bar, { minLength: 1, maxLength: 3 }) });
  const chart = fc.record({ title: name, subtitle: name, groups: fc.array(group, { maxLength: 3 }) });
  fc.assert(
    fc.property(chart, (given) => {
      const drawn = read(svgChart(given));
      expect(drawn.bars).toHaveLength(given.groups.reduce((sum, { bars }) => sum + bars.length, 0));
    }),
    propertyRuns(200),
  );
});
