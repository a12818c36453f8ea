import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Clickhouse } from './client.ts'
import { type ClickhouseTable, clickhouseTables, localClickhouseTable, onCluster } from './tables.ts'

/** Rows for one table. */
export interface ClickhouseRows {
  readonly table: ClickhouseTable
  /** One JSON object per line. Properties without a column in the table are ignored. */
  readonly lines: string
  /** Identifies these rows. Repeating them with the same token has no effect. */
  readonly token: string
}

/** Writes rows. When it returns, they are stored on the machines to which they belong. */
export async function writeClickhouseRows(
  clickhouse: Clickhouse,
  { table, lines, token }: ClickhouseRows,
): Promise<void> {
  if (lines === '') return
  await clickhouse.attempt(async (client) => {
    // `insert` does not accept a string that is already JSON.
    const { stream } = await client.exec({
      query: `insert into ${table} format JSONEachRow`,
      values: Readable.from([lines], { objectMode: false }),
      clickhouse_settings: {
        insert_deduplicate: 1,
        insert_deduplication_token: token,
        async_insert: 0,
        input_format_skip_unknown_fields: 1,
        // Parallel parsing could divide the same rows differently the next time, and ClickHouse would not
        // recognize that they are repeated.
        input_format_parallel_parsing: 0,
        max_insert_threads: '1',
        ...(clickhouse.cluster !== undefined && { distributed_foreground_insert: 1 }),
      },
    })
    await text(stream)
  })
}

/**
 * Deletes the rows that meet a condition, on every machine. After it has returned, no query returns these
 * rows.
 */
export async function deleteClickhouseRows(
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
  const query = `delete from ${localClickhouseTable(clickhouse, table)}${onCluster(clickhouse)} where ${where}`
  await clickhouse.attempt((client) => client.command({ query, query_params: { ...parameters } }))
}

/** Deletes all of a project's data. */
export async function deleteClickhouseProject(clickhouse: Clickhouse, projectId: number): Promise<void> {
  for (const table of clickhouseTables)
    await deleteClickhouseRows(clickhouse, {
      table,
      where: 'project_id = {projectId:Int32}',
      parameters: { projectId },
    })
}
