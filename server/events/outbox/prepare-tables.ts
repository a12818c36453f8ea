import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Clickhouse } from '../clickhouse/client.ts'
import { clickhouseTables, ensureClickhouseTables, missingClickhouseTable } from '../clickhouse/tables.ts'

interface Parts {
  readonly db: Kysely<Database>
  readonly clickhouse: Clickhouse
}

/** Thrown if ClickHouse has lost a table, together with its rows. */
class TablesGoneError extends Error {
  override readonly name = 'TablesGoneError'
}

/**
 * Creates missing tables in ClickHouse, but no table twice: if a server has lost a table, a new one would be
 * empty, and views would silently miss rows. Only the process that ships events does this.
 * @throws TablesGoneError if tables must be restored from a backup.
 */
export async function prepareTablesToShip({ db, clickhouse }: Parts): Promise<void> {
  const rows = await db.selectFrom('clickhouse_tables').select('name').execute()
  const names = new Set(rows.map(({ name }) => name))
  const made = clickhouseTables.filter((table) => names.has(table))
  const missing = await missingClickhouseTable(clickhouse, made)
  if (missing !== undefined)
    throw new TablesGoneError(
      `The table "${missing}" is missing from the ClickHouse database "${clickhouse.database}" on at least one server. ` +
        'Fix: restore it from a backup, or see server/README.md for how to continue without its rows.',
    )
  await ensureClickhouseTables(clickhouse)
  await db
    .insertInto('clickhouse_tables')
    .values(clickhouseTables.map((name) => ({ name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
