/**
 * Lines up columns for a reader of plain text: the first to the left, all others, which hold figures, to the right.
 * The last cell of a row may be longer than its column when it is the row's only other cell: it then says why there are no figures.
 */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const full = [header, ...rows].filter((row) => row.length === header.length)
  const first = Math.max(...[header, ...rows].map((row) => row[0]?.length ?? 0))
  const widths = header.map((_, column) => Math.max(...full.map((row) => row[column]?.length ?? 0)))
  return [header, ...rows]
    .map((row) => row.map((cell, column) => pad(cell, column, column === 0 ? first : widths[column])))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')

  function pad(cell: string, column: number, width = 0): string {
    return column === 0 ? cell.padEnd(width) : cell.padStart(width)
  }
}
