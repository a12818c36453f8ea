import type { PropertyFilter } from '../../../../generated/types.ts'
import { readDate } from '../../../questions/dates.ts'
import {
  assertConditionPatternLength,
  type Comparisons,
  conditionText,
  numericTexts,
  operatorComparison,
} from '../../conditions.ts'
import { momentParameter } from '../micros.ts'
import {
  type ClickhouseStatement,
  ch,
  combineConditions,
  decimalParameter,
  joinStatements,
  patternParameter,
  textParameter,
} from '../statement.ts'
import { parsedMoment } from './property-moment.ts'
import { keptAs, propertyHasText, propertyTextOf } from './property-text.ts'

/**
 * True if a property meets a condition, as in PostgreSQL. The result is never null, even if the property is
 * missing.
 * @throws Refusal if the value must be a date but is not, or if a regular expression is too long.
 */
export function meetsCondition(
  property: ClickhouseStatement,
  { value, operator = 'exact' }: PropertyFilter,
): ClickhouseStatement {
  if (operator === 'is_set') return ch`${property} != ''`
  if (operator === 'is_not_set') return ch`${property} = ''`
  const { compare, isNegative } = operatorComparison(operator, comparisons)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const holds = compare(property, values)
  return isNegative ? ch`not ${holds}` : holds
}

/** Creates a condition that is true if any of several values matches. */
type Compare = (property: ClickhouseStatement, values: readonly unknown[]) => ClickhouseStatement

const exact: Compare = (property, values) => {
  const forms = values.flatMap((value) =>
    value === null || value === undefined ? ['z'] : keptAs(conditionText(value)),
  )
  return isAnyOf(property, forms)
}

/** True if a property's stored form is one of several strings. */
export function isAnyOf(property: ClickhouseStatement, forms: readonly string[]): ClickhouseStatement {
  const [form, ...others] = forms.map(textParameter)
  if (form === undefined) return ch`false`
  // In ClickHouse, comparing with one string is faster than searching a set.
  return others.length === 0
    ? ch`(${property} = ${form})`
    : ch`(${property} in (${joinStatements([form, ...others], ', ')}))`
}

/** Applies a condition to each value. */
const each =
  (
    condition: (
      text: ClickhouseStatement,
      value: string,
      property: ClickhouseStatement,
    ) => ClickhouseStatement,
  ): Compare =>
  (property, values) =>
    ch`(${propertyHasText(property)} and ${combineConditions(
      values.map((value) => condition(propertyTextOf(property), conditionText(value), property)),
      'or',
    )})`

const icontains = each((own, value) => containsText(own, value))

/** True if a string contains another string, ignoring case. */
export function containsText(whole: ClickhouseStatement, part: string): ClickhouseStatement {
  return ch`(positionCaseInsensitiveUTF8(${whole}, ${textParameter(part)}) > 0)`
}

/**
 * The planner evaluates the second half, so that an invalid expression causes an error even if no row is
 * examined.
 */
const regex = each((own, value) => {
  assertConditionPatternLength(value)
  const given = patternParameter(value)
  return ch`(match(${own}, ${given}) and match('', ${given}) in (0, 1))`
})

/** Numbers are compared as doubles, all other values as bytes. */
const ordered = (comparison: ClickhouseStatement): Compare =>
  each((own, value, property) =>
    numericTexts.test(value)
      ? ch`((startsWith(${property}, 'n') or (startsWith(${property}, 's') and match(${own}, ${textParameter(numericTexts.source)})))
          and toFloat64OrZero(${own}) ${comparison} ${decimalParameter(Number(value))})`
      : ch`(${own} ${comparison} ${textParameter(value)})`,
  )

/** A date without a time means the whole day. */
const dated = (
  condition: (own: ClickhouseStatement, range: { from: Date; to: Date }) => ClickhouseStatement,
): Compare =>
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
      ? ch`${own} = ${momentParameter(range.from)}`
      : ch`(${own} >= ${momentParameter(range.from)} and ${own} < ${momentParameter(range.to)})`,
  ),
  is_date_before: dated((own, { from }) => ch`${own} < ${momentParameter(from)}`),
  is_date_after: dated((own, range) =>
    isAt(range) ? ch`${own} > ${momentParameter(range.to)}` : ch`${own} >= ${momentParameter(range.to)}`,
  ),
}
