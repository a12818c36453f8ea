import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Clickhouse } from './client.ts'
import { type ClickhouseTable, clickhouseTables, localTable, onCluster } from './tables.ts'

/** Rows for one table. */
export interface Rows {
  readonly table: ClickhouseTable
  /** An object of JSON on each. Members that the table has no column for are left out. */
  readonly lines: string
  /** A name of these very rows: rows that come again under it change nothing. */
  readonly token: string
}

/** Writes rows. When it returns they are stored, on whichever machines they belong to. */
export async function writeRows(clickhouse: Clickhouse, { table, lines, token }: Rows): Promise<void> {
  if (lines === '') return
  await clickhouse.attempt(async (client) => {
    // Needed because `insert` takes no text that is JSON already.
    const { stream } = await client.exec({
      query: `insert into ${table} format JSONEachRow`,
      values: Readable.from([lines], { objectMode: false }),
      clickhouse_settings: {
        insert_deduplicate: 1,
        insert_deduplication_token: token,
        async_insert: 0,
        input_format_skip_unknown_fields: 1,
        // In parallel, the same rows may come apart in other places the next time.
        input_format_parallel_parsing: 0,
        max_insert_threads: '1',
        ...(clickhouse.cluster !== undefined && { distributed_foreground_insert: 1 }),
      },
    })
    await text(stream)
  })
}

/** Deletes the rows that a condition names, on every machine. After it returns, no query sees them. */
export async function deleteRows(
  clickhouse: Clickhouse,
  {
    table,
    where,
    parameters,
  }: {
    readonly table: ClickhouseTable
    readonly where: string
    readonly parameters: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const query = `delete from ${localTable(clickhouse, table)}${onCluster(clickhouse)} where ${where}`
  await clickhouse.attempt((client) => client.command({ query, query_params: { ...parameters } }))
}

/** Deletes all that is known of a project. */
export async function deleteProject(clickhouse: Clickhouse, projectId: number): Promise<void> {
  for (const table of clickhouseTables)
    await deleteRows(clickhouse, {
      table,
      where: 'project_id = {projectId:Int32}',
      parameters: { projectId },
    })
}
