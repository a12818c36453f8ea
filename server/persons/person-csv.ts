import { isJsonObject, type Json } from '../capture/json.ts'
import type { PersonView } from './person-view.ts'

/** Rows of a file when nobody asks for another number. */
export const csvRows = 10_000

/** Writes persons as CSV: a header line and one line each, nested values in columns that are named by dots. */
export function writeCsv(persons: readonly PersonView[]): string {
  const rows = persons.map((person) => new Map(flatten(person as unknown as Json)))
  const columns = new Set<string>(['id', 'uuid', 'name', 'created_at'])
  for (const row of rows) for (const column of row.keys()) columns.add(column)
  const lines = rows.map((row) => [...columns].map((column) => textOf(row.get(column))))
  return [[...columns], ...lines].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

/** A list or object without members has no column. */
function flatten(value: Json, path: readonly string[] = []): [column: string, value: Json][] {
  const members = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : undefined
  if (members === undefined) return [[path.join('.'), value]]
  return members.flatMap(([name, member]) => flatten(member, [...path, name]))
}

function textOf(value: Json | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}

/** @see RFC 4180 */
function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
