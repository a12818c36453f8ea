import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Foundation } from '../../feature/foundation.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { openStatuses } from './runs.ts'

/** The queue of turns. */
export const turnQueue = 'batch-export-turn'

/** An organization's turn to execute one run. */
export interface Turn {
  readonly organization_id: string
  readonly kind: 'schedule' | 'backfill'
}

/**
 * Requests a turn for an organization's run, now or from a given time on. A request for a turn now is ignored
 * if the same turn is already waiting.
 */
export async function askForExportTurn(
  jobs: Jobs,
  turn: Turn,
  { db, from }: { db?: Kysely<Database>; from?: Date } = {},
): Promise<void> {
  const isLater = from !== undefined && from.getTime() > Date.now()
  await jobs.send(turnQueue, turn, {
    group: turn.organization_id,
    priority: turn.kind === 'schedule' ? 1 : 0,
    // A turn for later gets no key, because requests for a turn now would be ignored while it waits.
    ...(isLater ? { startAfter: from } : { singletonKey: `${turn.organization_id} ${turn.kind}` }),
    ...(db && { db }),
  })
}

/**
 * Requests a turn for every organization that has due runs or a backfill with runs to create. Runs whose job
 * no longer exists wait for a turn again.
 */
export async function askForDueExportTurns({ db, jobs }: Pick<Foundation, 'db' | 'jobs'>): Promise<void> {
  await sql`
    update batch_export_runs as run set turn = null
    where status in (${sql.join(openStatuses)}) and turn is not null and last_updated_at < now() - interval '1 minute'
      and not exists (select from jobs.job where job.id = run.turn and job.state in ('created', 'retry', 'active'))`.execute(
    db,
  )
  const { rows } = await sql<Turn>`
    select organization_id, case when backfill_id is null then 'schedule' else 'backfill' end as kind
    from batch_export_runs
    where status in (${sql.join(openStatuses)}) and turn is null and due_at <= now()
    union select organization_id, 'backfill' from batch_export_backfills`.execute(db)
  for (const turn of rows) await askForExportTurn(jobs, turn)
}
