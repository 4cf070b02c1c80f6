/** One bar: which series it belongs to, how long it is, and what stands behind it. */
export interface Bar {
  readonly series: string;
  /** From 0 up, in the unit of its group. */
  readonly value: number;
  /** Default: the value with three significant digits. */
  readonly label?: string;
}

/** Bars that are compared with each other: they have one unit and one scale. */
export interface BarGroup {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** The value of a bar of full length; default: the largest one of the group. */
  readonly fullScale?: number;
}

/** A chart of horizontal bars in groups. */
export interface Chart {
  readonly title: string;
  /** What was measured, and where; one line. */
  readonly subtitle: string;
  readonly groups: readonly BarGroup[];
}

const WIDTH = 860;
const MARGIN = 24;
const NAME_WIDTH = 210;
const LABEL_WIDTH = 110;
const BAR_WIDTH = WIDTH - 2 * MARGIN - NAME_WIDTH - LABEL_WIDTH;
const BAR_HEIGHT = 16;
const BAR_STEP = 21;
const HEAD_HEIGHT = 72;
const GROUP_HEAD_HEIGHT = 30;
const GROUP_GAP = 12;

/** Told apart by people who see few colours too, and clear on white and on near black. */
const COLOURS = ['#2f7ed8', '#e07b1a', '#2a9d6f', '#b0558f', '#8a8f98', '#c2a500'] as const;

/** The page that shows the chart says whether it is light or dark. */
const STYLE = `
.sheet { fill: #ffffff } .ink { fill: #1f2328 } .faint { fill: #656d76 } .rail { fill: #eaeef2 }
text { font: 13px system-ui, sans-serif } .title { font-size: 17px; font-weight: 600 } .group { font-weight: 600 }
@media (prefers-color-scheme: dark) {
  .sheet { fill: #0d1117 } .ink { fill: #e6edf3 } .faint { fill: #9198a1 } .rail { fill: #21262d }
}
`;

/**
 * Draws a chart as one SVG file without scripts, fonts or links. Each group has a scale of its own, from 0, so that different units can
 * stand in one chart. Series keep their colours across groups, and each bar is named and labelled: no legend is needed.
 */
export function svgChart({ title, subtitle, groups }: Chart): string {
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map((bar) => bar.series)))];
  const parts: string[] = [];
  let top = HEAD_HEIGHT;
  for (const group of groups) {
    parts.push(drawGroup(group, top, series));
    top += groupHeight(group);
  }
  const height = top + MARGIN - GROUP_GAP;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>${STYLE}</style>
<rect class="sheet" width="${WIDTH}" height="${height}"/>
${text(MARGIN, 32, 'ink title', title)}
${text(MARGIN, 53, 'faint', subtitle)}
${parts.join('')}</svg>
`;
}

function groupHeight({ bars }: BarGroup): number {
  return GROUP_HEAD_HEIGHT + bars.length * BAR_STEP + GROUP_GAP;
}

function drawGroup({ title, unit, bars, fullScale }: BarGroup, top: number, series: readonly string[]): string {
  const full = fullScale ?? Math.max(...bars.map(({ value }) => value));
  const rows = bars.map((bar, index) => drawBar(bar, top + GROUP_HEAD_HEIGHT + index * BAR_STEP, full, series));
  const unitText = unit === '' ? '' : `, ${unit}`;
  return `${text(MARGIN, top + 18, 'ink group', `${title}${unitText}`)}\n${rows.join('')}`;
}

function drawBar({ series, value, label }: Bar, top: number, full: number, all: readonly string[]): string {
  const left = MARGIN + NAME_WIDTH;
  const width = full > 0 ? Math.min(1, value / full) * BAR_WIDTH : 0;
  const colour = COLOURS[all.indexOf(series) % COLOURS.length];
  const middle = top + BAR_HEIGHT - 4;
  return `${text(MARGIN, middle, 'ink', series)}
<rect class="rail" x="${left}" y="${top}" width="${BAR_WIDTH}" height="${BAR_HEIGHT}" rx="2"/>
<rect x="${left}" y="${top}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" rx="2" fill="${colour}"/>
${text(left + BAR_WIDTH + 8, middle, 'ink', label ?? threeDigits(value))}
`;
}

function threeDigits(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

function text(x: number, y: number, classes: string, content: string): string {
  return `<text x="${x}" y="${y}" class="${classes}">${escape(content)}</text>`;
}

/** Characters that XML keeps for itself, and those that it does not allow at all. */
function escape(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[^\P{C}\p{Cf}\n]/gu, '\uFFFD');
}
