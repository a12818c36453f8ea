import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { asClickhouseRefusal } from './failures.ts'
import {
  type ClickhouseStatement,
  type CohortMembers,
  parametersOf,
  printStatement,
  type SettledStatement,
  type StatementLookup,
  settleLookups,
} from './statement.ts'
import type { FirstSpan } from './views/person-span.ts'

/** Everything that a ClickHouse reader depends on. */
export interface ReaderParts {
  readonly clickhouse: Pick<ClickHouseClient, 'query'>
  /** PostgreSQL, which provides the members of cohorts and checks the syntax of regular expressions. */
  readonly db: Kysely<Database>
  /** Time limit per statement, in seconds. */
  readonly seconds: number
  /**
   * Number of persons in a view's first span, before it is known whether they fill its page. Default: 4096,
   * because so few add little to the cost of the query itself.
   */
  readonly firstSpanPersons?: number
}

/** Reads from ClickHouse. */
export interface ClickhouseReader {
  readonly firstSpanPersons: number
  /** Each project's last known first span. */
  readonly firstSpans: Map<number, FirstSpan>
  /** Returns the values of each row, in column order. */
  select<Row extends readonly unknown[]>(statement: ClickhouseStatement): Promise<Row[]>
}

/**
 * Creates a reader.
 * @throws from `select`: Refusal if ClickHouse is unavailable, is too slow, can return only part of the
 * result, or does not support a regular expression; DatabaseError if PostgreSQL rejects a regular expression.
 */
export function createReader({
  clickhouse,
  db,
  seconds,
  firstSpanPersons = 4096,
}: ReaderParts): ClickhouseReader {
  async function run<Row extends readonly unknown[]>(statement: SettledStatement): Promise<Row[]> {
    try {
      const result = await clickhouse.query({
        ...printStatement(statement),
        format: 'JSONCompactEachRow',
        clickhouse_settings: { ...settings, max_execution_time: seconds },
      })
      return await result.json<Row>()
    } catch (error) {
      throw asClickhouseRefusal(error) ?? error
    }
  }
  const lookup: StatementLookup = {
    membersOf: (cohorts) => readMembers(db, cohorts),
  }
  return {
    firstSpanPersons,
    firstSpans: new Map(),
    async select<Row extends readonly unknown[]>(statement: ClickhouseStatement) {
      const settled = await settleLookups(statement, lookup)
      const patterns = parametersOf(settled).filter(({ isPattern }) => isPattern)
      await assertPatterns(
        db,
        patterns.map(({ value }) => String(value)),
      )
      return await run<Row>(settled)
    },
  }
}

const settings: ClickHouseSettings = {
  // 64-bit integers need no quotes, because ids are below 2^31, and times are read as strings.
  output_format_json_quote_64bit_integers: 0,
  // A tuple is returned as an array, like any other row.
  output_format_json_named_tuples_as_objects: 0,
  // A partial result is an error.
  skip_unavailable_shards: 0,
  // Identical digits are parsed to identical numbers.
  precise_float_parsing: 1,
  // A list of ids can contain every member of a large cohort.
  max_query_size: '1000000000',
}

/**
 * @throws DatabaseError for a string that PostgreSQL does not accept as a regular expression, because the API
 * follows PostgreSQL.
 */
async function assertPatterns(db: Kysely<Database>, patterns: readonly string[]): Promise<void> {
  if (patterns.length === 0) return
  await sql`select ${sql.join(patterns.map((pattern) => sql`'' ~ ${pattern}`))}`.execute(db)
}

async function readMembers(
  db: Kysely<Database>,
  { projectId, cohortIds }: CohortMembers,
): Promise<readonly number[]> {
  const { rows } = await sql<{ person_id: number }>`
    select distinct member.person_id from cohort_persons as member
    join cohorts as cohort on cohort.project_id = member.project_id and cohort.id = member.cohort_id
    where member.project_id = ${projectId} and member.cohort_id::text = any(${cohortIds}::text[])
      and not cohort.deleted`.execute(db)
  return rows.map(({ person_id }) => person_id)
}
