import { sql } from 'kysely'
import type { TestService } from './harness.ts'
import type { FilledTenant } from './tenant-items.ts'

/** Keys note when they were last used, and requests are counted: neither is data of a tenant. */
const notData = ['personal_api_keys', 'rate_limits']

/**
 * All rows that belong to a tenant, by table: those with the id of its organization, of one of its projects or of its
 * owner in a column of that name. Columns come in order, rows sorted, so that equal data is equal.
 */
export async function rowsOf(
  { db }: TestService,
  tenant: FilledTenant,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const projects = [tenant.projectId, tenant.privateProjectId].map(String)
  const found: Record<string, readonly string[]> = {}
  for (const { name } of tables.filter((table) => !notData.includes(table.name))) {
    const own = name === 'organizations' ? tenant.id : name === 'users' ? String(tenant.owner.id) : null
    const { rows } = await sql<{ row: string }>`
      select row::text from ${sql.table(name)} as item, to_jsonb(item) as row
      where row ->> 'id' = ${own} or row ->> 'organization_id' = ${tenant.id}
        or row ->> 'project_id' = any(${projects}) order by 1`.execute(db)
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}
