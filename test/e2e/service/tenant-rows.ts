import { sql } from 'kysely'
import type { TestService } from './harness.ts'
import type { FilledTenant } from './tenant-items.ts'

/** Keys record their last use, and requests are counted: neither is tenant data. */
const notData = ['personal_api_keys', 'rate_limits']

/** Columns that identify a row's owner. */
const ownerColumns = ['organization_id', 'project_id', 'user_id']

/**
 * Returns all rows that belong to a tenant, each prefixed with its table name: its organization, its owner,
 * and rows with a column that contains the id of either or of one of its projects. They are sorted, so that
 * equal data compares as equal.
 */
export async function rowsOf({ db }: TestService, tenant: FilledTenant): Promise<readonly string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name != all(${notData}::text[])
      and (column_name = any(${ownerColumns}::text[]) or column_name = 'id' and table_name in ('organizations', 'users'))
    `.execute(db)
  const ids: Readonly<Record<string, readonly (string | number)[]>> = {
    organization_id: [tenant.id],
    project_id: [tenant.projectId, tenant.privateProjectId],
    user_id: [tenant.owner.id],
  }
  const parts = columns.map(({ table, column }) => {
    const own = ids[column] ?? [table === 'organizations' ? tenant.id : tenant.owner.id]
    return sql<{ row: string }>`
      select ${table} || ' ' || to_jsonb(item) as row from ${sql.table(table)} as item
      where ${sql.ref(column)} in (${sql.join(own)})`
  })
  const { rows } = await sql<{ row: string }>`${sql.join(parts, sql` union `)}`.execute(db)
  return rows.map(({ row }) => row).sort()
}
