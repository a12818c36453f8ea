import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { BatchExport, BatchExportRun, LogEntry } from '../../generated/types.ts'
import type { Timestamp } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    batch_exports: BatchExportTable
    batch_export_runs: BatchExportRunTable
    batch_export_logs: BatchExportLogTable
    batch_export_backfills: BackfillTable
  }
}

export type ExportModel = BatchExport['model']
export type ExportInterval = BatchExport['interval']
export type DestinationType = BatchExport['destination']['type']
export type ExportRunStatus = BatchExportRun['status']
export type ExportLogLevel = LogEntry['level']

/** The properties of a destination's config by name, as the document's schemas define them. */
export type DestinationConfig = Readonly<Record<string, unknown>>

interface BatchExportTable {
  organization_id: string
  id: Generated<string>
  project_id: number
  name: string
  model: ExportModel
  destination_type: DestinationType
  /** The public part of the destination's config. */
  config: JSONColumnType<DestinationConfig, string, string>
  /** The secret part of the config, encrypted; null if there is none. */
  secrets: string | null
  interval: ExportInterval
  paused: boolean
  created_at: Timestamp
  last_updated_at: Timestamp
  last_paused_at: string | null
  start_at: string | null
  end_at: string | null
  hogql_query: string | null
  /** Time up to which the schedule has handled all intervals; the next interval begins here. */
  scheduled_until: ColumnType<string, Date, Date>
  deleted_at: string | null
}

interface BatchExportRunTable {
  organization_id: string
  batch_export_id: string
  id: Generated<string>
  /** Id shared by a backfill's runs; null for runs from the schedule. */
  backfill_id: string | null
  status: Generated<ExportRunStatus>
  failures: Generated<number>
  records_completed: number | null
  records_total_count: number | null
  latest_error: string | null
  /** Null for a run whose records have no lower time limit. */
  data_interval_start: ColumnType<string | null, Date | null, never>
  data_interval_end: ColumnType<string, Date, never>
  /** The destination's saved progress. Only the destination interprets it. */
  cursor: string | null
  created_at: Timestamp
  finished_at: string | null
  last_updated_at: Timestamp
  /** Earliest start. */
  due_at: Timestamp
  /** The job that executes the run; null while it waits. */
  turn: string | null
  /** Time spent on all attempts, in seconds. */
  worked_seconds: Generated<number>
}

/** A backfill that still has runs to create. */
interface BackfillTable {
  organization_id: string
  batch_export_id: string
  id: string
  /** Start of the first interval that has no run yet. */
  next_at: ColumnType<string, Date, Date>
  end_at: ColumnType<string, Date, never>
  /** Time when runs were last created for this backfill. An organization's backfills take turns. */
  advanced_at: Timestamp
}

interface BatchExportLogTable {
  organization_id: string
  batch_export_id: string
  id: Generated<string>
  run_id: string
  timestamp: Timestamp
  level: ExportLogLevel
  message: string
}

export type BatchExportRow = Selectable<BatchExportTable>
export type ExportRunRow = Selectable<BatchExportRunTable>
