import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import type { ExportParts } from '../parts.ts'
import { advanceBackfill } from '../runs/backfill.ts'
import type { RunKey } from '../runs/run-log.ts'
import { openStatuses } from '../runs/runs.ts'
import { askForExportTurn, type Turn, turnQueue } from '../runs/turns.ts'
import type { Exporters } from './exporters.ts'

/** Number of times that a process can die during the same run before the job gives up. */
const retryLimit = 100

/** Everything that the jobs for batch exports depend on. */
export interface ExportJobParts extends ExportParts {
  readonly exporters: Exporters
}

/**
 * Gives organizations their turns. Each turn executes one run. An organization with more runs queues again,
 * behind all others, so no organization waits for more than one run of each other organization. Scheduled
 * runs come first.
 */
export function exportTurnJob({ db, jobs, exports, exporters }: ExportJobParts): JobDefinition<Turn> {
  return {
    queue: turnQueue,
    retryLimit,
    // Retry soon, because a turn fails only if its process or its database fails, never because of its run.
    retryDelay: 1,
    longestRetryDelay: 2,
    concurrency: exporters.most,
    share: exports.share,
    async run(turn, { id, signal }) {
      const run = await takeRun(db, turn, id)
      if (run === undefined) return
      if (await hasMore(db, turn)) await askForExportTurn(jobs, turn)
      const { again } = await exporters.attempt(run, signal)
      if (again === null) return
      const from = await putBack(db, { run, turn: id, seconds: again })
      await askForExportTurn(jobs, turn, { from })
    },
  }
}

/**
 * Takes the next due run: the one that this turn took before its process died or, if there is none, the
 * oldest. If a backfill turn finds no due run, it creates the next backfill runs.
 */
async function takeRun(db: Kysely<Database>, turn: Turn, id: string): Promise<RunKey | undefined> {
  const taken = await takeOpenRun(db, turn, id)
  if (taken !== undefined || turn.kind === 'schedule') return taken
  while (await advanceBackfill(db, turn.organization_id)) {
    const made = await takeOpenRun(db, turn, id)
    if (made !== undefined) return made
  }
  return undefined
}

async function takeOpenRun(
  db: Kysely<Database>,
  { organization_id, kind }: Turn,
  turn: string,
): Promise<RunKey | undefined> {
  return await db
    .updateTable('batch_export_runs')
    .set({ turn })
    .where('organization_id', '=', organization_id)
    .where('id', '=', (from) =>
      from
        .selectFrom('batch_export_runs')
        .where('organization_id', '=', organization_id)
        .where('status', 'in', openStatuses)
        .where('backfill_id', kind === 'schedule' ? 'is' : 'is not', null)
        .where(({ or, and, eb }) =>
          or([
            eb('turn', '=', turn),
            and([eb('turn', 'is', null), eb('due_at', '<=', sql<string>`clock_timestamp()`)]),
          ]),
        )
        .orderBy(sql`turn is null`)
        .orderBy('due_at')
        .orderBy('data_interval_end')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning(['organization_id', 'batch_export_id', 'id'])
    .executeTakeFirst()
}

async function hasMore(db: Kysely<Database>, { organization_id, kind }: Turn): Promise<boolean> {
  const waiting = await db
    .selectFrom('batch_export_runs')
    .where('organization_id', '=', organization_id)
    .where('status', 'in', openStatuses)
    .where('backfill_id', kind === 'schedule' ? 'is' : 'is not', null)
    .where('turn', 'is', null)
    .where('due_at', '<=', sql<string>`clock_timestamp()`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (waiting !== undefined || kind === 'schedule') return waiting !== undefined
  const backfill = await db
    .selectFrom('batch_export_backfills')
    .where('organization_id', '=', organization_id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return backfill !== undefined
}

/** Makes a run wait for another turn, and returns the earliest time for that turn. */
async function putBack(
  db: Kysely<Database>,
  { run, turn, seconds }: { run: RunKey; turn: string; seconds: number },
): Promise<Date> {
  const from = new Date(Date.now() + seconds * 1000)
  await db
    .updateTable('batch_export_runs')
    .set({ turn: null, due_at: from.toISOString() })
    .where('organization_id', '=', run.organization_id)
    .where('batch_export_id', '=', run.batch_export_id)
    .where('id', '=', run.id)
    .where('turn', '=', turn)
    .execute()
  return from
}
