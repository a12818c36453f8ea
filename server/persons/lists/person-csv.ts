import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Json } from '../../values/json.ts'
import { CsvColumns } from './csv-columns.ts'
import type { ReadPersons } from './person-list.ts'
import type { PersonView } from './person-view.ts'

/** Default number of rows in a file. */
export const csvRows = 10_000

/**
 * Number of cells, or of characters (`turnLength`), after which other requests get a turn. A file has
 * millions of them, and Node does one thing at a time.
 */
const turnCells = 50_000
const turnLength = 65_536

/**
 * Writes persons as CSV: a header line, and one line per person, with nested values in columns whose names
 * contain dots. Persons are read twice, first for the columns, so that only a few are in memory. A property
 * that would need a new column at the second reading is omitted.
 */
export async function* writePersonCsv(read: ReadPersons): AsyncGenerator<string> {
  const columns = new CsvColumns()
  let cells = 0
  for await (const persons of read()) {
    for (const person of persons) {
      cells += columns.add(person)
      if (cells < turnCells) continue
      cells = 0
      await yieldToOthers()
    }
  }
  yield line(columns.names.map(defused))
  for await (const persons of read()) yield* writeRows(persons, columns)
}

async function* writeRows(persons: readonly PersonView[], columns: CsvColumns): AsyncGenerator<string> {
  let text = ''
  for (const person of persons) {
    text += line(columns.cells(person).map(textOf))
    if (text.length < turnLength) continue
    yield text
    text = ''
    await yieldToOthers()
  }
  if (text !== '') yield text
}

function line(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? defused(value) : String(value)
}

/**
 * Escapes text that a spreadsheet would run as a formula, because anyone can send properties. Numbers such as
 * -5 and +49 are not formulas.
 */
function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[+-][\d.]+$/.test(text) ? `'${text}` : text
}

/** @see RFC 4180 */
function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
