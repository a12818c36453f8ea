/** Rows that consist of cells. @see RFC 4180, 2 */
export type CsvRows = readonly (readonly string[])[]

/** Cell separators. The one that occurs most often in the first line is used. */
const SEPARATORS = [',', ';', '\t'] as const

/** Parses rows of cells, which are quoted if they contain a separator, a quote or a line break. */
export function csvRowsOffered(text: string): CsvRows {
  const plain = text.replace(/^\ufeff/, '')
  const [head = ''] = plain.split(/\r?\n/, 1)
  const [separator = ','] = SEPARATORS.toSorted(
    (one, other) => head.split(other).length - head.split(one).length,
  )
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y')
  const rows: string[][] = []
  let row: string[] = []
  while (cell.lastIndex < plain.length || row.length > 0) {
    const [, content = '', end = ''] = cell.exec(plain) ?? []
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content)
    if (end === separator) continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '')
}

/**
 * Explains why a string is not a table with a row of names; `undefined` if it can be one. Only rows that are
 * too long are faults, because a table can begin with a title and end with a note.
 * @see RFC 4180, 2.4
 */
export function csvFault(text: string): string | undefined {
  const [names = [], ...rows] = csvRowsOffered(text)
  const long = names.length > 1 ? rows.find((row) => row.length > names.length) : undefined
  return long && `a row of ${long.length} fields below ${names.length} column names`
}
