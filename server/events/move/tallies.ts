import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Clickhouse } from '../clickhouse/client.ts'
import type { MoveSubject } from './subjects.ts'

/** Both stores. */
export interface Stores {
  readonly db: Kysely<Database>
  readonly clickhouse: Pick<Clickhouse, 'query'>
}

/** Consecutive buckets of a project, from `from` up to, but not including, `to`. */
export interface TallySpan {
  readonly projectId: number
  readonly from: number
  readonly to: number
}

/** A bucket in which the two stores differ. */
export interface TallyDifference {
  readonly subject: MoveSubject
  readonly projectId: number
  readonly bucket: number
  /**
   * Number of rows in PostgreSQL, and the sum of their checksums. `clickhouse` is the same for ClickHouse.
   */
  readonly postgres: Tally
  readonly clickhouse: Tally
}

interface Tally {
  readonly rows: number
  readonly sum: string
}

type Tallies = ReadonlyMap<number, Tally>

const nothing: Tally = { rows: 0, sum: '0' }

/** The spans that together contain all rows in either store. */
export async function talliedSpans(
  { db, clickhouse }: Stores,
  { postgres, clickhouse: other, step }: MoveSubject,
): Promise<readonly TallySpan[]> {
  const { rows } = await sql<TallySpan>`
    select project_id as "projectId", min(${postgres.bucket}) as "from", max(${postgres.bucket}) + 1 as "to"
    from ${postgres.table} group by project_id`.execute(db)
  const answer = await clickhouse.query({
    query: `select project_id as projectId, toInt32(min(${other.bucket})) as from, toInt32(max(${other.bucket})) + 1 as to
      from ${other.table} group by project_id`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  })
  const extents = Map.groupBy([...rows, ...(await answer.json<TallySpan>())], ({ projectId }) => projectId)
  return [...extents].flatMap(([projectId, found]) => {
    const [first, end] = [Math.min(...found.map(({ from }) => from)), Math.max(...found.map(({ to }) => to))]
    return Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => {
      const from = first + index * step
      return { projectId, from, to: Math.min(from + step, end) }
    })
  })
}

/** The buckets in a span in which the stores differ. */
export async function compareTallies(
  stores: Stores,
  subject: MoveSubject,
  span: TallySpan,
): Promise<readonly TallyDifference[]> {
  const [postgres, clickhouse] = await Promise.all([
    tallyPostgres(stores, subject, span),
    tallyClickhouse(stores, subject, span),
  ])
  return [...new Set([...postgres.keys(), ...clickhouse.keys()])]
    .sort((one, other) => one - other)
    .map((bucket) => ({
      subject,
      projectId: span.projectId,
      bucket,
      postgres: postgres.get(bucket) ?? nothing,
      clickhouse: clickhouse.get(bucket) ?? nothing,
    }))
    .filter(({ postgres: one, clickhouse: other }) => one.rows !== other.rows || one.sum !== other.sum)
}

/** The differences that remain after comparing again. */
export async function compareTalliesAgain(
  stores: Stores,
  differences: readonly TallyDifference[],
): Promise<readonly TallyDifference[]> {
  const left: TallyDifference[] = []
  for (const { subject, projectId, bucket } of differences)
    left.push(...(await compareTallies(stores, subject, { projectId, from: bucket, to: bucket + 1 })))
  return left
}

/**
 * Counts a span's rows in PostgreSQL. A row's checksum is the first half of its string's MD5, as a number.
 */
async function tallyPostgres({ db }: Stores, { postgres }: MoveSubject, span: TallySpan): Promise<Tallies> {
  const { rows } = await sql<Tally & { bucket: number }>`
    select ${postgres.bucket} as bucket, count(*)::integer as rows,
      sum(('x' || left(md5(${postgres.row}), 16))::bit(64)::bigint)::text as sum
    from ${postgres.table}
    where project_id = ${span.projectId} and ${postgres.isWithin(span.from, span.to)} group by 1`.execute(db)
  return new Map(rows.map(({ bucket, ...tally }) => [bucket, tally]))
}

async function tallyClickhouse(
  { clickhouse }: Stores,
  { clickhouse: other }: MoveSubject,
  span: TallySpan,
): Promise<Tallies> {
  const answer = await clickhouse.query({
    query: `
      select toInt32(${other.bucket}) as bucket, toUInt32(count()) as rows,
        toString(sum(toInt128(reinterpretAsInt64(reverse(substring(MD5(${other.row}), 1, 8)))))) as sum
      from ${other.table}
      where project_id = {projectId:Int32} and ${other.isWithin} group by bucket`,
    query_params: { ...span },
    format: 'JSONEachRow',
  })
  const rows = await answer.json<Tally & { bucket: number }>()
  return new Map(rows.map(({ bucket, ...tally }) => [bucket, tally]))
}
