import type { Transaction } from 'kysely'
import { recordActivity } from '../activity/activity.ts'
import { changesBetween, creationOf, deletionOf } from '../activity/changes.ts'
import type { Database } from '../database/schema.ts'
import type { Tenant } from '../tenancy/tenancy.ts'
import type { BatchExportRow } from './tables.ts'

/** Logs a caller's action on an export in the activity log: created, changed or deleted. */
export async function recordExportActivity(
  transaction: Transaction<Database>,
  { tenant, before, after }: { tenant: Tenant; before?: BatchExportRow; after?: BatchExportRow },
): Promise<void> {
  const row = after ?? before
  if (row === undefined) return
  await recordActivity(transaction, {
    organizationId: row.organization_id,
    projectId: row.project_id,
    user: tenant.caller,
    scope: 'BatchExport',
    itemId: row.id,
    activity: before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated',
    detail: { name: row.name, changes: changesOf(before && logged(before), after && logged(after)) },
  })
}

type Logged = ReturnType<typeof logged>

function changesOf(before: Logged | undefined, after: Logged | undefined) {
  if (before === undefined) return creationOf('BatchExport', { ...after })
  if (after === undefined) return deletionOf('BatchExport', before)
  return changesBetween('BatchExport', { before, after, fields: loggedFields })
}

/** The properties to log, without secrets. */
function logged(row: BatchExportRow) {
  const { name, model, destination_type, config, interval, paused, start_at, end_at, hogql_query } = row
  return { name, model, destination_type, config, interval, paused, start_at, end_at, hogql_query }
}

const loggedFields = [
  'name',
  'model',
  'destination_type',
  'config',
  'interval',
  'paused',
  'start_at',
  'end_at',
  'hogql_query',
] as const
