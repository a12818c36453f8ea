import { printableText } from '../printable.ts'

/**
 * JSON for a report's file: characters that change the direction of a text, or move a cursor, are JSON
 * escapes.
 */
export function jsonText(value: unknown): string {
  return `${printableText(JSON.stringify(value, null, 2))}\n`
}
