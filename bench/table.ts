export interface TableOptions {
  readonly header: readonly string[]
  /** A row of fewer cells than the header ends in a remark, which may be longer than its column. */
  readonly rows: readonly (readonly string[])[]
  /**
   * So many leading columns hold text and line up at the left; the others hold
   * figures and line up at the right.
   */
  readonly textColumns: number
}

/** Lines up columns for a reader of plain text. */
export function formatTable({ header, rows, textColumns }: TableOptions): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) =>
    Math.max(...all.filter((row) => !isRemark(row, column)).map((row) => row[column]?.length ?? 0)),
  )
  const pad = (cell: string, column: number, row: readonly string[]) => {
    const width = widths[column] ?? 0
    return column < textColumns || isRemark(row, column) ? cell.padEnd(width) : cell.padStart(width)
  }
  return all
    .map((row) => row.map((cell, column) => pad(cell, column, row)))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')

  function isRemark(row: readonly string[], column: number): boolean {
    return row.length < header.length && column === row.length - 1
  }
}
