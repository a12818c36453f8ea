import { connectDatabaseSource } from '../../../../server/database/connection.ts'
import { connectClickhouse } from '../../../../server/events/clickhouse/client.ts'
import { createClickhouseEventStore } from '../../../../server/events/clickhouse/store.ts'
import type { EventColumn } from '../../../../server/events/event-export.ts'

/** Measurements from a process that only reads an export. */
export interface ReadExport {
  readonly records: number
  readonly seconds: number
  /** The peak memory usage. */
  readonly peakMegabytes: number
}

const columns: readonly EventColumn[] = [
  'uuid',
  'event',
  'distinct_id',
  'timestamp',
  'properties',
  'person_id',
]

/**
 * Usage: read-export.ts POSTGRES CLICKHOUSE DATABASE END. Reads the events of project 1 up to the time END.
 */
const [postgres = '', url = '', database = '', end = ''] = process.argv.slice(2)
const { db, close } = await connectDatabaseSource({ url: postgres })
const clickhouse = connectClickhouse({
  ...{ urls: [url], user: 'default', password: '', database, cluster: undefined },
})
const store = createClickhouseEventStore({ clickhouse, db, seconds: 120, delete: async () => {} })
const exported = store.exported({
  ...{ projectId: 1, by: 'timestamp', start: null, end, include: [], exclude: [] },
  values: columns.map((column) => ({ column })),
})
const begin = performance.now()
let records = 0
for await (const _ of exported.read()) records += 1
const told: ReadExport = {
  records,
  seconds: (performance.now() - begin) / 1000,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
}
console.log(JSON.stringify(told))
await clickhouse.close()
await close()
