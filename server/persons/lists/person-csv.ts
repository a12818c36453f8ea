import { isJsonObject, type Json } from '../../values/json.ts'
import type { ReadPersons } from './person-list.ts'
import type { PersonView } from './person-view.ts'

/** Rows of a file when nobody asks for another number. */
export const csvRows = 10_000

/**
 * Writes persons as CSV: a header line and one line each, nested values in columns that are named by dots. They are read twice, first for
 * the columns, so that no more than some of them are in memory. What a person gets between the two in a column of its own is left out.
 */
export async function* writeCsv(read: ReadPersons): AsyncGenerator<string> {
  const columns = new Set<string>(['id', 'uuid', 'name', 'created_at'])
  for await (const persons of read())
    for (const person of persons) for (const [column] of flatten(toJson(person))) columns.add(column)
  yield line([...columns].map(defused))
  for await (const persons of read()) yield persons.map((person) => row(person, columns)).join('')
}

function row(person: PersonView, columns: ReadonlySet<string>): string {
  const values = new Map(flatten(toJson(person)))
  return line([...columns].map((column) => textOf(values.get(column))))
}

function toJson(person: PersonView): Json {
  return person as unknown as Json
}

function line(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`
}

/** A list or object without members has no column. */
function flatten(value: Json, path: readonly string[] = []): [column: string, value: Json][] {
  const members = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : undefined
  if (members === undefined) return [[path.join('.'), value]]
  return members.flatMap(([name, member]) => flatten(member, [...path, name]))
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? defused(value) : String(value)
}

/** A text that a spreadsheet would take for a formula, of a stranger who sent it as a property; -5 and +49 are none. */
function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[+-][\d.]+$/.test(text) ? `'${text}` : text
}

/** @see RFC 4180 */
function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
