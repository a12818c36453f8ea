import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { generalRefusals } from '../../refusals/general-refusals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { isTenantUuid, type Tenant } from '../../tenancy/tenancy.ts'
import type { BatchExportRow } from '../tables.ts'

/** Identifies one of a tenant's exports. */
export interface BatchExportOfTenant {
  readonly tenant: Tenant
  readonly id: string
}

/** A tenant's exports, except deleted ones. */
export function exportsOfTenant(db: Kysely<Database>, tenant: Tenant) {
  return db
    .selectFrom('batch_exports')
    .where('organization_id', '=', tenant.organizationId)
    .where('deleted_at', 'is', null)
}

/** Finds the export with an id among a query's results. @throws Refusal if the export does not exist. */
export async function findBatchExport(
  query: SelectQueryBuilder<Database, 'batch_exports', BatchExportRow>,
  id: string,
): Promise<BatchExportRow> {
  const row = isTenantUuid(id) ? await query.where('id', '=', id).executeTakeFirst() : undefined
  if (row === undefined) throw new Refusal(generalRefusals.notFound)
  return row
}
