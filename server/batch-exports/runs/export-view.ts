import type { Kysely } from 'kysely'
import type { BatchExport, BatchExportRun } from '../../../generated/types.ts'
import type { Database } from '../../database/schema.ts'
import { parseSelectList, selectListSchema } from '../records/select-list.ts'
import type { BatchExportRow } from '../tables.ts'
import { latestExportRuns } from './runs.ts'

/** An export as the organization's members see it. @see interface document, section 2.3 */
export async function viewBatchExport(db: Kysely<Database>, row: BatchExportRow): Promise<BatchExport> {
  const runs = await latestExportRuns(db, row.organization_id, [row.id])
  return toView(row, runs.get(row.id) ?? [])
}

/** Several exports of one organization, as its members see them. */
export async function viewBatchExports(
  db: Kysely<Database>,
  organizationId: string,
  rows: readonly BatchExportRow[],
): Promise<BatchExport[]> {
  const ids = rows.map(({ id }) => id)
  const runs = await latestExportRuns(db, organizationId, ids)
  return rows.map((row) => toView(row, runs.get(row.id) ?? []))
}

function toView(row: BatchExportRow, runs: BatchExportRun[]): BatchExport {
  return {
    id: row.id,
    team_id: row.project_id,
    name: row.name,
    model: row.model,
    // The config was validated against its type's schema when it was written.
    destination: { type: row.destination_type, config: row.config } as BatchExport['destination'],
    interval: row.interval,
    paused: row.paused,
    created_at: row.created_at,
    last_updated_at: row.last_updated_at,
    last_paused_at: row.last_paused_at,
    start_at: row.start_at,
    end_at: row.end_at,
    latest_runs: runs,
    hogql_query: row.hogql_query,
    schema: row.hogql_query === null ? null : selectListSchema(parseSelectList(row.hogql_query)),
  }
}
