import { printable } from '../printable.ts'

/**
 * JSON as a file of a report has it: characters that turn the direction of a text, or move a cursor, are
 * written as escapes of JSON.
 */
export function jsonText(value: unknown): string {
  return `${printable(JSON.stringify(value, null, 2))}\n`
}
