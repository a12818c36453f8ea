import type { PropertyFilter } from '../../../../generated/types.ts'
import { readDate } from '../../../questions/dates.ts'
import {
  assertPatternLength,
  type Comparisons,
  comparisonOf,
  numeric,
  textOfValue,
} from '../../conditions.ts'
import { moment } from '../micros.ts'
import { ch, combine, decimal, join, pattern, type Statement, text } from '../statement.ts'
import { parsedMoment } from './property-moment.ts'
import { hasText, keptAs, textOf } from './property-text.ts'

/**
 * True if a property meets a condition, as in PostgreSQL. Never null: a property without text meets only the
 * negative conditions.
 * @throws Refusal if the value must be a date and is not.
 */
export function meetsCondition(
  property: Statement,
  { value, operator = 'exact' }: PropertyFilter,
): Statement {
  if (operator === 'is_set') return ch`${property} != ''`
  if (operator === 'is_not_set') return ch`${property} = ''`
  const { compare, isNegative } = comparisonOf(operator, comparisons)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const holds = compare(property, values)
  return isNegative ? ch`not ${holds}` : holds
}

/** Condition that is true for any of some values. */
type Compare = (property: Statement, values: readonly unknown[]) => Statement

const exact: Compare = (property, values) => {
  const forms = values.flatMap((value) =>
    value === null || value === undefined ? ['z'] : keptAs(textOfValue(value)),
  )
  return isAnyOf(property, forms)
}

/** True if a property's stored form is one of some texts. */
export function isAnyOf(property: Statement, forms: readonly string[]): Statement {
  const [form, ...others] = forms.map(text)
  if (form === undefined) return ch`false`
  // In ClickHouse, comparing with one text is faster than searching a set.
  return others.length === 0
    ? ch`(${property} = ${form})`
    : ch`(${property} in (${join([form, ...others], ', ')}))`
}

/** Applies a condition to each value. */
const each =
  (condition: (text: Statement, value: string, property: Statement) => Statement): Compare =>
  (property, values) =>
    ch`(${hasText(property)} and ${combine(
      values.map((value) => condition(textOf(property), textOfValue(value), property)),
      'or',
    )})`

const icontains = each((own, value) => contains(own, value))

/** True if a text contains another, ignoring case. */
export function contains(whole: Statement, part: string): Statement {
  return ch`(positionCaseInsensitiveUTF8(${whole}, ${text(part)}) > 0)`
}

/** The second half is computed in planning: an invalid expression is an error even if no row is examined. */
const regex = each((own, value) => {
  assertPatternLength(value)
  const given = pattern(value)
  return ch`(match(${own}, ${given}) and match('', ${given}) in (0, 1))`
})

/** Numbers are compared as doubles, all other values as bytes. */
const ordered = (comparison: Statement): Compare =>
  each((own, value, property) =>
    numeric.test(value)
      ? ch`((startsWith(${property}, 'n') or (startsWith(${property}, 's') and match(${own}, ${text(numeric.source)})))
          and toFloat64OrZero(${own}) ${comparison} ${decimal(Number(value))})`
      : ch`(${own} ${comparison} ${text(value)})`,
  )

/** A date without time means the whole day. */
const dated = (condition: (own: Statement, range: { from: Date; to: Date }) => Statement): Compare =>
  each((own, value) => {
    const range = readDate(value, 'properties', { now: new Date(), timeZone: 'UTC' })
    return ch`ifNull(${condition(parsedMoment(own), range)}, false)`
  })

const isAt = ({ from, to }: { from: Date; to: Date }): boolean => from.getTime() === to.getTime()

const comparisons: Comparisons<Compare> = {
  exact,
  icontains,
  regex,
  gt: ordered(ch`>`),
  gte: ordered(ch`>=`),
  lt: ordered(ch`<`),
  lte: ordered(ch`<=`),
  is_date_exact: dated((own, range) =>
    isAt(range)
      ? ch`${own} = ${moment(range.from)}`
      : ch`(${own} >= ${moment(range.from)} and ${own} < ${moment(range.to)})`,
  ),
  is_date_before: dated((own, { from }) => ch`${own} < ${moment(from)}`),
  is_date_after: dated((own, range) =>
    isAt(range) ? ch`${own} > ${moment(range.to)}` : ch`${own} >= ${moment(range.to)}`,
  ),
}
