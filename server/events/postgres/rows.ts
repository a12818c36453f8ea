import type { ExportRecord, ExportValue } from '../event-export.ts'

/** Creates records from rows whose columns are named `c0`, `c1` and so on. */
export async function* postgresEventRecords(
  rows: AsyncIterable<Record<string, unknown>>,
  width: number,
): AsyncGenerator<ExportRecord> {
  for await (const row of rows) {
    const values = Array.from({ length: width }, (_, index) => row[`c${index}`] as ExportValue)
    yield { position: String(row['position']), values }
  }
}
