import { printableInReport } from '../printable.ts'

/** JSON for a report file. Characters that change the direction of text or move a cursor are escaped. */
export function reportJsonText(value: unknown): string {
  return `${printableInReport(JSON.stringify(value, null, 2))}\n`
}
