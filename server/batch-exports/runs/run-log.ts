import { type Kysely, sql } from 'kysely'
import type { LogEntry } from '../../../generated/types.ts'
import { countAll } from '../../database/count-all.ts'
import type { Database } from '../../database/schema.ts'
import { momentsInUtc } from '../../values/moment.ts'
import type { Page, Slice } from '../../values/pagination.ts'
import type { ExportLogLevel } from '../tables.ts'

/** The keys that identify a run. */
export interface RunKey {
  readonly organization_id: string
  readonly batch_export_id: string
  readonly id: string
}

/** Logs an event of a run. The message must not contain a secret. */
export async function logExportRun(
  db: Kysely<Database>,
  { organization_id, batch_export_id, id }: RunKey,
  { level, message }: { level: ExportLogLevel; message: string },
): Promise<void> {
  await db
    .insertInto('batch_export_logs')
    .values({ organization_id, batch_export_id, run_id: id, level, message })
    .execute()
}

/** Filters log entries. Times are ISO 8601. */
export interface LogFilter {
  readonly after?: string | undefined
  readonly before?: string | undefined
  /** Levels separated by commas, in upper or lower case; unknown levels match nothing. */
  readonly level?: string | undefined
  readonly search?: string | undefined
  /** Id of a run. */
  readonly instance_id?: string | undefined
}

/** Lists the log entries of an export's runs, newest first. */
export async function listExportRunLogs(
  db: Kysely<Database>,
  batchExport: { organization_id: string; id: string },
  { filter, slice }: { filter: LogFilter; slice: Slice },
): Promise<Page<LogEntry>> {
  const { level, search, instance_id } = filter
  const { after, before } = momentsInUtc(filter, ['after', 'before'])
  const levels = level?.split(',').map((name) => name.trim().toUpperCase() as ExportLogLevel)
  const entries = db
    .selectFrom('batch_export_logs')
    .where('organization_id', '=', batchExport.organization_id)
    .where('batch_export_id', '=', batchExport.id)
    .$if(after !== undefined, (query) => query.where('timestamp', '>', after ?? ''))
    .$if(before !== undefined, (query) => query.where('timestamp', '<', before ?? ''))
    .$if(levels !== undefined, (query) => query.where('level', 'in', levels ?? []))
    .$if(search !== undefined, (query) => query.where('message', 'ilike', `%${escapeLike(search ?? '')}%`))
    .$if(instance_id !== undefined, (query) =>
      query.where(sql<string>`run_id::text`, '=', (instance_id ?? '').toLowerCase()),
    )
  const { count } = await entries.select(countAll).executeTakeFirstOrThrow()
  const rows = await entries
    .selectAll()
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  const results = rows.map(({ batch_export_id, run_id, timestamp, level, message }) => ({
    log_source_id: batch_export_id,
    instance_id: run_id,
    timestamp,
    level,
    message,
  }))
  return { count, results }
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
