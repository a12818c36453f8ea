import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { generalRefusals } from '../../refusals/general-refusals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { isUuid, type Tenant } from '../../tenancy/tenancy.ts'
import type { BatchExportRow } from '../tables.ts'

/** One export of a tenant. */
export interface BatchExportOfTenant {
  readonly tenant: Tenant
  readonly id: string
}

/** A tenant's exports, without the deleted ones. */
export function exportsOfTenant(db: Kysely<Database>, tenant: Tenant) {
  return db
    .selectFrom('batch_exports')
    .where('organization_id', '=', tenant.organizationId)
    .where('deleted_at', 'is', null)
}

/** Narrows a query to one export. @throws Refusal when there is none. */
export async function findBatchExport(
  query: SelectQueryBuilder<Database, 'batch_exports', BatchExportRow>,
  id: string,
): Promise<BatchExportRow> {
  const row = isUuid(id) ? await query.where('id', '=', id).executeTakeFirst() : undefined
  if (row === undefined) throw new Refusal(generalRefusals.notFound)
  return row
}
