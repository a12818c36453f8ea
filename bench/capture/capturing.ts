import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connectDatabaseSource } from '../../server/database/connection.ts'
import { defaultDatabase, startEmbedded } from '../../server/database/embedded/embedded.ts'
import type { Database } from '../../server/database/schema.ts'
import { connectClickhouse } from '../../server/events/clickhouse/client.ts'
import { readWaitingInOutbox, type WaitingInOutbox } from '../../server/events/outbox/outbox.ts'
import { startService } from '../child.ts'

const database = 'bench_capture'

/** Counts of stored events and of their distinct UUIDs. */
interface Stored {
  readonly rows: number
  readonly different: number
}

/** A service that captures events. */
export interface Capturing {
  readonly url: string
  /** The project's token, with which events are sent. */
  readonly token: string
  /** Events that have not reached ClickHouse yet. */
  waiting(): Promise<WaitingInOutbox>
  stored(): Promise<Stored>
}

export interface CapturingOptions {
  readonly folder: string
  /** Name of the service's data folder. */
  readonly name: string
  /** Address of the ClickHouse server that receives the events; without it, they stay in PostgreSQL. */
  readonly clickhouse?: string
  readonly signal: AbortSignal
  /** Takes what ends it. */
  readonly ends: AsyncDisposableStack
}

export async function openCapturing(options: CapturingOptions): Promise<Capturing> {
  const { folder, name, clickhouse, signal, ends } = options
  const storedThere = clickhouse === undefined ? undefined : await openStored(clickhouse, ends)
  const data = join(folder, name)
  const env: Readonly<Record<string, string>> =
    clickhouse === undefined ? {} : { CLICKHOUSE_URL: clickhouse, CLICKHOUSE_DATABASE: database }
  const service = await startService({ data, log: join(folder, `${name}.log`), env, signal })
  ends.defer(() => service.stop())
  const { connection, leave } = await startEmbedded(data)
  ends.defer(leave)
  const host = encodeURIComponent(connection.host)
  const { db, close } = await connectDatabaseSource({
    url: `postgres://${connection.user}@localhost/${defaultDatabase}?host=${host}`,
  })
  ends.defer(close)
  const { api_token: token } = await db.selectFrom('projects').select('api_token').executeTakeFirstOrThrow()
  return {
    ...{ url: service.url, token },
    waiting: () => readWaitingInOutbox(db),
    stored: storedThere ?? (() => storedHere(db)),
  }
}

async function storedHere(db: Kysely<Database>): Promise<Stored> {
  return await db
    .selectFrom('events')
    .select([
      sql<number>`count(*)::integer`.as('rows'),
      sql<number>`count(distinct uuid)::integer`.as('different'),
    ])
    .executeTakeFirstOrThrow()
}

/** Connects to ClickHouse, and drops the database that an earlier run left there. */
async function openStored(url: string, ends: AsyncDisposableStack): Promise<() => Promise<Stored>> {
  const clickhouse = connectClickhouse({
    ...{ urls: [url], user: 'default', password: '', database, cluster: undefined },
  })
  ends.defer(() => clickhouse.close())
  await clickhouse.attemptOutside((client) =>
    client.command({ query: `drop database if exists ${database}` }),
  )
  return async () => {
    // Counts every row, including duplicates that ClickHouse has not merged yet.
    const query = 'select toUInt32(count()) as rows, toUInt32(uniqExact(uuid)) as different from events'
    const found = await clickhouse.query({ query, format: 'JSONEachRow' })
    const [stored] = await found.json<Stored>()
    return stored ?? { rows: 0, different: 0 }
  }
}
