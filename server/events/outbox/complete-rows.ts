import type { Clickhouse } from '../clickhouse/client.ts'
import type { ClickhouseTable } from '../clickhouse/tables.ts'
import { type ClickhouseRows, writeClickhouseRows } from '../clickhouse/write.ts'

/** The columns that, with the project, identify a row and order its versions. */
const keys = {
  persons: { column: 'id', version: 'version' },
  person_distinct_ids: { column: 'distinct_id', version: 'version' },
  events: { column: 'uuid', version: 'created_at' },
  person_events: { column: 'uuid', version: 'created_at' },
} as const satisfies Record<ClickhouseTable, object>

/**
 * Maximum number of tokens to try. Each token except the last was stored, but its rows were lost when the
 * server was killed; needing more than two is very unlikely.
 */
const mostTokens = 10

/**
 * Maximum number of keys in a query, and the query's maximum size in bytes, which is enough for keys of any
 * length.
 */
const chunk = { keys: 1000, bytes: 2 ** 26 }

/**
 * Writes rows that an earlier attempt might have written already, if they are missing. A single server's
 * deduplication token proves nothing: the server stores it before it registers the part that contains the
 * rows, and might be killed in between; a power failure can lose the token but not the rows. A cluster stores
 * both at once.
 * @param isOpen true if the rows' block is not yet closed. After another process has closed it, rows can be
 * missing because they were deleted.
 * @throws Error if acknowledged rows are missing.
 */
export async function completeRows(
  clickhouse: Clickhouse,
  rows: ClickhouseRows,
  isOpen: () => Promise<boolean>,
): Promise<void> {
  if (clickhouse.cluster !== undefined) return await writeClickhouseRows(clickhouse, rows)
  let lines = await missingLines(clickhouse, rows)
  for (let time = 1; lines !== ''; time += 1) {
    if (time > mostTokens)
      throw new Error(`ClickHouse accepted rows for the table "${rows.table}" but does not return them.`)
    if (time > 1 && !(await isOpen())) return
    // The original token is tried first, because rows that a dead process sent with it might still arrive.
    const token = time === 1 ? rows.token : `${rows.token}-${time}`
    await writeClickhouseRows(clickhouse, { ...rows, lines, token })
    lines = await missingLines(clickhouse, { ...rows, lines })
  }
}

interface Key {
  readonly project_id: number
  readonly key: string | number
  readonly version: number
}

interface Sought extends Key {
  readonly line: string
}

async function missingLines(
  clickhouse: Clickhouse,
  { table, lines }: Pick<ClickhouseRows, 'table' | 'lines'>,
): Promise<string> {
  if (lines === '') return ''
  const { column, version } = keys[table]
  const sought = lines.split('\n').map((line): Sought => {
    const row = JSON.parse(line)
    return { line, project_id: row.project_id, key: row[column], version: row[version] }
  })
  const missing: string[] = []
  for (let first = 0; first < sought.length; first += chunk.keys) {
    const some = sought.slice(first, first + chunk.keys)
    const found = await findVersions(clickhouse, table, some)
    for (const row of some) if ((found.get(nameOf(row)) ?? -1) < row.version) missing.push(row.line)
  }
  return missing.join('\n')
}

const nameOf = ({ project_id, key }: Key): string => `${project_id} ${key}`

/** The highest version of each existing row. */
async function findVersions(
  clickhouse: Clickhouse,
  table: ClickhouseTable,
  sought: readonly Key[],
): Promise<ReadonlyMap<string, number>> {
  const { column, version } = keys[table]
  const list = sought.map(({ project_id, key }) => `(${project_id}, ${literal(key)})`).join(', ')
  // Exclude older rows. For events, this saves reading whole months.
  const since = Math.min(...sought.map((row) => row.version))
  const answer = await clickhouse.query({
    query: `select project_id, toString(${column}) as key, toFloat64(max(${table}.${version})) as version from ${table}
      where (project_id, ${column}) in (${list}) and ${table}.${version} >= ${since} group by project_id, ${column}`,
    format: 'JSONEachRow',
    clickhouse_settings: { max_query_size: String(chunk.bytes), select_sequential_consistency: '1' },
  })
  const found = await answer.json<Key>()
  return new Map(found.map((row) => [nameOf(row), row.version]))
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replace(/[\\']/g, '\\$&')}'`
}
