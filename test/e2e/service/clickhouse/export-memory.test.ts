import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../../../server/database/migrate.ts'
import { type Clickhouse, connectClickhouse } from '../../../../server/events/clickhouse/client.ts'
import { ensureClickhouseTables } from '../../../../server/events/clickhouse/tables.ts'
import { useDatabase } from '../use-database.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from './clickhouse.ts'
import type { ReadExport } from './read-export.ts'

const few = 100_000
const many = 1_000_000

/** Megabytes that ten times as many events are allowed to add: young objects that are not collected yet. */
const slack = 64

const start = Date.UTC(2026, 0)

describe.skipIf(!hasClickhouse)('an export from ClickHouse (needs TEST_CHDB)', () => {
  const database = useDatabase()
  let parts: TestClickhouse
  let clickhouse: Clickhouse

  beforeAll(async () => {
    await migrateDatabase(database.connection.db)
    parts = await startClickhouse()
    const source = { urls: [parts.url], user: 'default', password: '', database: parts.database }
    clickhouse = connectClickhouse({ ...source, cluster: undefined })
    await ensureClickhouseTables(clickhouse)
    // One event per second, about half a kilobyte each.
    const query = `insert into events
      select 1, generateUUIDv4(), 'seen', concat('person-', toString(number % 5000)), 1 + number % 5000,
        ${start * 1000} + number * 1000000, 0, concat('{"text": "', repeat('x', 500), '"}'), map()
      from numbers(${many})`
    await clickhouse.attempt((client) => client.command({ query }))
  })
  afterAll(async () => {
    await clickhouse?.close()
    await parts?.stop()
  })

  async function read(events: number): Promise<ReadExport> {
    const script = path.join(import.meta.dirname, 'read-export.ts')
    const end = new Date(start + events * 1000).toISOString()
    const parameters = [script, database.url, parts.url, parts.database, end]
    const { stdout } = await promisify(execFile)(process.execPath, parameters)
    return JSON.parse(stdout)
  }

  it('takes no more memory for ten times as many events', async () => {
    const [little, much] = [await read(few), await read(many)]
    console.log(JSON.stringify({ little, much }))
    expect([little.records, much.records]).toEqual([few, many])
    expect(much.peakMegabytes).toBeLessThan(little.peakMegabytes + slack)
  })
})
