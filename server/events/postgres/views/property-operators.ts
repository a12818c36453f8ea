import { type RawBuilder, sql } from 'kysely'
import type { PropertyFilter } from '../../../../generated/types.ts'
import { readDate } from '../../../questions/dates.ts'
import {
  assertConditionPatternLength,
  type Comparisons,
  conditionText,
  numericTexts,
  operatorComparison,
} from '../../conditions.ts'
import { combineConditions } from './combine.ts'

/** A row's property: its value as JSON and as text, both `null` if the row lacks it. */
interface Property {
  readonly json: RawBuilder<unknown>
  readonly text: RawBuilder<string | null>
}

/**
 * True if properties meet a condition; `null` means false. A negative operator is also true if the property
 * is missing, and is never `null`.
 * @param properties a `jsonb` expression.
 * @throws Refusal if the value must be a date but is not, or if a regular expression is too long.
 */
export function meetsCondition(
  properties: RawBuilder<unknown>,
  { key, value, operator = 'exact' }: PropertyFilter,
): RawBuilder<boolean> {
  const property = {
    json: sql`${properties} -> ${key}::text`,
    text: sql<string | null>`${properties} ->> ${key}::text`,
  }
  if (operator === 'is_set') return sql`${properties} ? ${key}::text`
  if (operator === 'is_not_set') return sql`not ${properties} ? ${key}::text`
  const { compare, isNegative } = operatorComparison(operator, comparisons)
  const holds = anyOf(value, (single) => compare(property, single))
  // `coalesce` is used only if necessary, because it prevents the use of an index.
  return isNegative ? sql`not coalesce(${holds}, false)` : holds
}

function anyOf(value: unknown, condition: (single: unknown) => RawBuilder<boolean>): RawBuilder<boolean> {
  return combineConditions([value].flat().map(condition), 'or')
}

type Compare = (property: Property, value: unknown) => RawBuilder<boolean>

const exact: Compare = ({ json, text }, value) =>
  value === null || value === undefined
    ? sql`${json} = 'null'::jsonb`
    : sql`${text} = ${conditionText(value)}`

const icontains: Compare = ({ text }, value) =>
  sql`${text} ilike ${`%${conditionText(value).replaceAll(/[\\%_]/g, '\\$&')}%`}`

/**
 * The second half makes PostgreSQL parse the expression during planning, so that an invalid expression causes
 * an error even if there are no rows.
 */
const regex: Compare = ({ text }, value) => {
  const pattern = conditionText(value)
  assertConditionPatternLength(pattern)
  return sql`(${text} ~ ${pattern} and ('' ~ ${pattern}) is not null)`
}

/**
 * Compares numbers as numbers and all other values as text, which is right for ISO 8601 dates. A number is
 * not converted to text first, which would take five times as long.
 */
const ordered =
  (comparison: RawBuilder<unknown>): Compare =>
  ({ json, text }, value) =>
    numericTexts.test(conditionText(value))
      ? sql`case jsonb_typeof(${json})
          when 'number' then (${json})::numeric
          when 'string' then case when ${text} ~ ${numericTexts.source} then (${text})::numeric end
        end ${comparison} ${conditionText(value)}::numeric`
      : sql`${text} collate "C" ${comparison} ${conditionText(value)}`

/** A date without a time means the whole day. */
const dated =
  (condition: (moment: RawBuilder<unknown>, range: DateRange) => RawBuilder<boolean>): Compare =>
  ({ text }, value) => {
    const { from, to } = readDate(conditionText(value), 'properties', { now: new Date(), timeZone: 'UTC' })
    return condition(sql`parse_moment(${text})`, { from: from.toISOString(), to: to.toISOString() })
  }

interface DateRange {
  readonly from: string
  readonly to: string
}

const comparisons: Comparisons<Compare> = {
  exact,
  icontains,
  regex,
  gt: ordered(sql`>`),
  gte: ordered(sql`>=`),
  lt: ordered(sql`<`),
  lte: ordered(sql`<=`),
  is_date_exact: dated((moment, { from, to }) =>
    from === to
      ? sql`${moment} = ${from}::timestamptz`
      : sql`${moment} >= ${from}::timestamptz and ${moment} < ${to}::timestamptz`,
  ),
  is_date_before: dated((moment, { from }) => sql`${moment} < ${from}::timestamptz`),
  is_date_after: dated((moment, { from, to }) =>
    from === to ? sql`${moment} > ${to}::timestamptz` : sql`${moment} >= ${to}::timestamptz`,
  ),
}
