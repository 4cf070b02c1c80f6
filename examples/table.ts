/**
 * Prints rows under a header. The first `textColumns` columns stand to the left, the others, which hold numbers, to the
 * right.
 */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[], textColumns = 1): void {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? '';
        return column < textColumns ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  console.log(line(header));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}
