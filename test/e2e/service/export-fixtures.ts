import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { BatchExport, BatchExportRun } from '../../../generated/types.ts'
import type { Database } from '../../../server/database/schema.ts'
import type { Api, Tenant } from './harness.ts'

/** The hour that the events of these tests happened and were accepted in. */
export const hour = { start_at: '2024-07-01T10:00:00Z', end_at: '2024-07-01T11:00:00Z' }

/** Adds events that happened and were accepted at even distances within the hour, with persons for the first three distinct ids. */
export async function addEvents(db: Kysely<Database>, projectId: number, count: number): Promise<void> {
  await sql`
    insert into events (project_id, event, distinct_id, timestamp, properties, created_at)
    select ${projectId}, case when n % 3 = 0 then '$pageview' else 'signed up' end, 'user-' || (n % 5), moment,
      jsonb_build_object('n', n, 'browser', 'Fire"fox', 'big', 12345678901234567890::numeric), moment
    from generate_series(0, ${count}::integer - 1) as n,
      lateral (select ${hour.start_at}::timestamptz + n * (interval '1 hour' / ${count}::integer) as moment) as at`.execute(
    db,
  )
  await sql`
    with made as (
      insert into persons (project_id, properties)
      select ${projectId}, jsonb_build_object('email', n || '@example.com') from generate_series(0, 2) as n
      returning id, properties
    )
    insert into person_distinct_ids (project_id, distinct_id, person_id)
    select ${projectId}, 'user-' || split_part(properties ->> 'email', '@', 1), id from made`.execute(db)
}

/** Makes an export to a destination. It is paused, so that its only runs are those of backfills. */
export async function makeExport(
  { owner, path }: Tenant,
  fields: Record<string, unknown>,
): Promise<BatchExport> {
  const { status, body } = await owner.api.post<BatchExport>(`${path}/batch_exports`, {
    name: 'Test export',
    interval: 'hour',
    paused: true,
    ...fields,
  })
  if (status !== 201) throw new Error(`The export was refused: ${JSON.stringify(body)}`)
  return body
}

const final: readonly string[] = ['Completed', 'Failed', 'Cancelled', 'TimedOut']

/** Waits until the newest runs of an export have come to their end. */
export async function finishedRuns(
  api: Api,
  path: string,
  patience = 120_000,
  ends: readonly string[] = final,
): Promise<BatchExportRun[]> {
  for (const until = Date.now() + patience; ; await sleep(100)) {
    const { body } = await api.get<BatchExport>(path)
    const runs = body.latest_runs
    if (runs.length > 0 && runs.every(({ status }) => ends.includes(status))) return runs
    if (Date.now() > until) throw new Error(`The runs did not end: ${JSON.stringify(runs)}`)
  }
}

/** Exports the hour, and answers its run when that has ended. */
export async function exportHour(tenant: Tenant, { id }: BatchExport): Promise<BatchExportRun> {
  const path = `${tenant.path}/batch_exports/${id}`
  const { status, body } = await tenant.owner.api.post(`${path}/backfill`, hour)
  if (status !== 200) throw new Error(`The backfill was refused: ${JSON.stringify(body)}`)
  const [run] = await finishedRuns(tenant.owner.api, path)
  if (run === undefined) throw new Error('There is no run.')
  return run
}

/** A destination in a folder of its own, below that of the service's files. */
export function toFile(config: Record<string, unknown>) {
  const place = { path: crypto.randomUUID() }
  return { place, destination: { type: 'File', config: { ...place, ...config } } }
}
