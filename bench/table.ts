export interface TableOptions {
  readonly header: readonly string[]
  /**
   * Rows of cells. A row with fewer cells than the header ends with a remark, which can be wider than its
   * column.
   */
  readonly rows: readonly (readonly string[])[]
  /**
   * Number of leading columns that contain text and are left-aligned. All other columns contain figures and
   * are right-aligned.
   */
  readonly textColumns: number
}

/** Aligns columns for plain-text output. */
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
