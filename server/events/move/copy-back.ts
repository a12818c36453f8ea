import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import { printMicros } from '../clickhouse/micros.ts'
import { bucketSeconds, eventSubject } from './subjects.ts'
import { compareTallies, type Stores, type TallyDifference, type TallySpan, talliedSpans } from './tallies.ts'

/** Number of events, and approximate size of their properties in bytes, at which a transaction is full. */
const chunk = { events: 2000, bytes: 8 * 2 ** 20 }

/** Maximum number of hours to read at a time. */
const mostHours = 24

/**
 * Copies the events that PostgreSQL lacks from ClickHouse. It can be repeated: hours that have already been
 * copied are recognized by counts and checksums, and existing events by UUID.
 * @param tell receives the number of events copied or found.
 */
export async function copyEventsBack(stores: Stores, tell: (passed: number) => void): Promise<void> {
  let passed = 0
  for (const span of await talliedSpans(stores, eventSubject)) {
    const differences = await compareTallies(stores, eventSubject, span)
    for (const hours of togetherOf(span.projectId, differences)) {
      for await (const events of readEvents(stores, hours)) {
        await insertEvents(stores.db, { projectId: span.projectId, events })
        passed += events.length
        tell(passed)
      }
    }
  }
}

/** Groups consecutive hours. */
function togetherOf(projectId: number, differences: readonly TallyDifference[]): readonly TallySpan[] {
  const spans: TallySpan[] = []
  for (const { bucket } of differences) {
    const last = spans.at(-1)
    if (last !== undefined && last.to === bucket && bucket - last.from < mostHours)
      spans.splice(-1, 1, { ...last, to: bucket + 1 })
    else spans.push({ projectId, from: bucket, to: bucket + 1 })
  }
  return spans
}

/** An event as it is stored in ClickHouse. */
interface Row {
  readonly uuid: string
  readonly event: string
  readonly distinct_id: string
  /** Microseconds since 1970. */
  readonly timestamp: string
  readonly created_at: string
  /** JSON. */
  readonly properties: string
}

async function* readEvents(
  { clickhouse }: Stores,
  { projectId, from, to }: TallySpan,
): AsyncGenerator<readonly Row[]> {
  const answer = await clickhouse.query({
    query: `
      select toString(e.uuid) as uuid, e.event as event, e.distinct_id as distinct_id,
        toString(e.timestamp) as timestamp, toString(e.created_at) as created_at, e.properties as properties
      from events as e final
      where e.project_id = {projectId:Int32} and e.created_at >= {from:Int64} and e.created_at < {to:Int64}`,
    query_params: {
      projectId,
      from: `${from * bucketSeconds}000000`,
      to: `${to * bucketSeconds}000000`,
    },
    format: 'JSONEachRow',
  })
  let events: Row[] = []
  let bytes = 0
  for await (const rows of answer.stream<Row>())
    for (const row of rows) {
      const event = row.json()
      events.push(event)
      bytes += event.properties.length
      if (events.length < chunk.events && bytes < chunk.bytes) continue
      yield events
      events = []
      bytes = 0
    }
  yield events
}

/** Stores copied events, except those whose project no longer exists. */
async function insertEvents(
  db: Kysely<Database>,
  { projectId, events }: { readonly projectId: number; readonly events: readonly Row[] },
): Promise<void> {
  if (events.length === 0) return
  const moments = events.map(({ timestamp, created_at, ...event }) => ({
    ...event,
    timestamp: printMicros(BigInt(timestamp)),
    created_at: printMicros(BigInt(created_at)),
  }))
  await inTransaction(db, async (transaction) => {
    await sql`
      insert into events (project_id, uuid, event, distinct_id, timestamp, created_at, properties)
      select ${projectId}::integer, uuid, event, distinct_id, timestamp, created_at, properties::jsonb
      from json_to_recordset(${JSON.stringify(moments)}::json) as copied
        (uuid uuid, event text, distinct_id text, timestamp timestamptz, created_at timestamptz, properties text)
      where exists (select from projects where id = ${projectId})
      order by uuid on conflict (project_id, uuid) do nothing`.execute(transaction)
  })
}
