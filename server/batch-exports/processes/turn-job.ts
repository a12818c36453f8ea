import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import type { ExportParts } from '../parts.ts'
import { advanceBackfill } from '../runs/backfill.ts'
import type { RunKey } from '../runs/run-log.ts'
import { openStatuses } from '../runs/runs.ts'
import { askForTurn, type Turn, turnQueue } from '../runs/turns.ts'
import type { Exporters } from './exporters.ts'

/** Tries of the job: so many times a process may die in the same run. */
const retryLimit = 100

/** Parts that the runs of batch exports need, too. */
export interface ExportJobParts extends ExportParts {
  readonly exporters: Exporters
}

/**
 * Gives organizations their turns: each turn does one run, and an organization with more runs queues again,
 * behind all others. So nobody waits for more than one run of each other organization, however many these
 * have. Runs of schedules go before others that wait.
 */
export function turnJob({ db, jobs, exports, exporters }: ExportJobParts): JobDefinition<Turn> {
  return {
    queue: turnQueue,
    retryLimit,
    // A turn fails with its process or its database only, in which the run has no part.
    retryDelay: 1,
    longestRetryDelay: 2,
    concurrency: exporters.most,
    share: exports.share,
    async run(turn, { id, signal }) {
      const run = await takeRun(db, turn, id)
      if (run === undefined) return
      if (await hasMore(db, turn)) await askForTurn(jobs, turn)
      const { again } = await exporters.attempt(run, signal)
      if (again === null) return
      const from = await putBack(db, { run, turn: id, seconds: again })
      await askForTurn(jobs, turn, { from })
    },
  }
}

/**
 * Takes the next run that is due: the one that this turn has taken already, if its process died; else the
 * oldest. If there is none, the next runs of backfills are made.
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

/** Lets a run wait for another turn. Answers from when on. */
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
