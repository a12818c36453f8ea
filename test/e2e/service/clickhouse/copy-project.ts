import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../server/database/schema.ts'
import type { Clickhouse } from '../../../../server/events/clickhouse/client.ts'
import {
  type ClickhouseTable,
  clickhouseTables,
  localClickhouseTable,
} from '../../../../server/events/clickhouse/tables.ts'

/** The person to which ClickHouse rows assign a distinct id. */
export type Said = 'known' | 'nobody' | 'another'

/** Empties the ClickHouse tables, which is faster than deleting a project. */
export async function emptyTables(clickhouse: Clickhouse): Promise<void> {
  for (const table of clickhouseTables) {
    const query = `truncate table ${localClickhouseTable(clickhouse, table)}`
    await clickhouse.attempt((client) => client.command({ query }))
  }
}

/**
 * Copies a project from PostgreSQL to ClickHouse, which has none of it yet. @param said the person to which
 * events and ids are assigned.
 */
export async function copyProject(
  { db, clickhouse }: { db: Kysely<Database>; clickhouse: Clickhouse },
  { projectId, said = () => 'known' }: { projectId: number; said?: (distinctId: string) => Said },
): Promise<void> {
  const insert = async (table: ClickhouseTable, values: readonly Record<string, unknown>[]) => {
    if (values.length === 0) return
    await clickhouse.attempt((client) =>
      client.insert({
        table: localClickhouseTable(clickhouse, table),
        values: [...values],
        format: 'JSONEachRow',
        clickhouse_settings: { input_format_skip_unknown_fields: 1 },
      }),
    )
  }
  const persons = await sql<Record<string, unknown>>`
    select project_id, id, ${micros(sql`created_at`)} as created_at, ${kept(sql`properties`)} as texts,
      0 as is_deleted, '1' as version
    from persons where project_id = ${projectId}`.execute(db)
  await insert('persons', persons.rows)
  const ids = await sql<{ distinct_id: string; person_id: number }>`
    select project_id, distinct_id, person_id, '1' as version
    from person_distinct_ids where project_id = ${projectId}`.execute(db)
  const mapped = ids.rows.map((row) => ({
    ...row,
    events_differ: said(row.distinct_id) === 'another' ? 1 : 0,
  }))
  await insert('person_distinct_ids', mapped)
  const persona = new Map(ids.rows.map(({ distinct_id, person_id }) => [distinct_id, person_id]))
  const other = ids.rows[0]?.person_id ?? 0
  const events = await sql<{ distinct_id: string }>`
    select project_id, uuid, event, distinct_id, ${micros(sql`timestamp`)} as timestamp,
      ${micros(sql`created_at`)} as created_at, properties::text as properties, ${kept(sql`properties`)} as texts
    from events where project_id = ${projectId}`.execute(db)
  const named = events.rows.map((row) => {
    const person = persona.get(row.distinct_id)
    const told = said(row.distinct_id)
    const person_id = person === undefined || told === 'nobody' ? 0 : told === 'another' ? other : person
    return { ...row, person_id }
  })
  // Inserts some rows twice, as if they had been handed over twice and their parts were not merged yet.
  const again = named.filter((_, index) => index % 3 === 0)
  for (const table of ['events', 'person_events'] as const) {
    await insert(table, named)
    await insert(table, again)
  }
}

const micros = (moment: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${moment}) * 1000000)::bigint::text`

const kept = (properties: RawBuilder<unknown>) => sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then 's' when 'number' then 'n'
    when 'boolean' then 'b' when 'null' then 'z' else 'j' end || coalesce(${properties} ->> key, '')), '{}')
  from jsonb_each(${properties}))`
