import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type {
  BatchExport,
  BatchExportRun,
  CreateBatchExportWrite,
  FileDestination,
  GetBatchExportRequest,
} from '../../../generated/types.ts'
import type { Database } from '../../../server/database/schema.ts'
import type { Caller, Tenant } from './harness.ts'

/** The hour in which the events of these tests happened and were accepted. */
export const hour = { start_at: '2024-07-01T10:00:00Z', end_at: '2024-07-01T11:00:00Z' }

/**
 * Adds events that happened and were accepted at even intervals within the hour, with persons for the first
 * three distinct ids.
 */
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

/** Fields of a new export, other than those that these tests set themselves. */
export type ExportFields = Partial<CreateBatchExportWrite> & Pick<CreateBatchExportWrite, 'destination'>

/** Creates an export to a destination. It is paused, so that its only runs are backfills. */
export const makeExport = ({ owner, id }: Tenant, fields: ExportFields): Promise<BatchExport> =>
  owner.client.batchExports.createBatchExport({
    path: { organization_id: id },
    body: { name: 'Test export', interval: 'hour', paused: true, ...fields },
  })

const final: readonly BatchExportRun['status'][] = ['Completed', 'Failed', 'Cancelled', 'TimedOut']

/** Waits until an export's newest runs have ended. */
export async function finishedRuns(
  { batchExports }: Caller['client'],
  path: GetBatchExportRequest['path'],
  ends = final,
): Promise<BatchExportRun[]> {
  for (;;) {
    const { latest_runs: runs } = await batchExports.getBatchExport({ path })
    if (runs.length > 0 && runs.every(({ status }) => ends.includes(status))) return runs
    await sleep(100)
  }
}

/** Exports the hour, and returns its run when that has ended. */
export async function exportHour(tenant: Tenant, { id }: BatchExport): Promise<BatchExportRun> {
  const { client } = tenant.owner
  const path = { organization_id: tenant.id, id }
  await client.batchExports.backfillBatchExport({ path, body: hour })
  const [run] = await finishedRuns(client, path)
  if (run === undefined) throw new Error('There is no run.')
  return run
}

/** Returns a destination in its own folder, below the folder for the service's files. */
export function toFile(config: Omit<FileDestination['config'], 'path'>) {
  const place = { path: crypto.randomUUID() }
  const destination: FileDestination = { type: 'File', config: { ...place, ...config } }
  return { place, destination }
}
