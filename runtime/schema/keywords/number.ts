import { SchemaError } from '../document/json-schema.ts'
import { pass } from '../evaluation/run.ts'
import { multipleOf as multipleTest } from '../json/decimal.ts'
import { failureOf, type Keyword, numberAt, textAt } from './keyword.ts'

function bound(holds: (value: number, limit: number) => boolean, words: string): Keyword<number> {
  return (site, keyword) => {
    const limit = numberAt(site, keyword)
    const failure = failureOf(site, keyword, { params: { limit }, message: `must be ${words} ${limit}` })
    return (value, run) => holds(value, limit) || run.report(failure)
  }
}

const multipleOf: Keyword<number> = (site, keyword) => {
  const divisor = numberAt(site, keyword)
  if (divisor <= 0) throw new SchemaError(`${site.location}/${keyword}`, 'expected a number greater than 0')
  const isMultiple = multipleTest(divisor)
  const failure = failureOf(site, keyword, {
    params: { multipleOf: divisor },
    message: `must be a multiple of ${divisor}`,
  })
  return (value, run) => isMultiple(value) || run.report(failure)
}

const within = (min: number, max: number) => (value: number) =>
  Number.isInteger(value) && value >= min && value <= max

/** @see OpenAPI Format Registry. A double that `Math.fround` makes infinite is beyond single precision. */
const NUMBER_FORMATS = new Map<string, (value: number) => boolean>([
  ['int32', within(-(2 ** 31), 2 ** 31 - 1)],
  // JSON's 9223372036854775807, the largest, is parsed as 2^63: no number lies between.
  ['int64', within(-(2 ** 63), 2 ** 63)],
  ['float', (value) => Number.isFinite(Math.fround(value))],
  ['double', Number.isFinite],
])

/** The test of a format of numbers; `undefined` for an unknown one. */
export function numberFormatTest(format: string): ((value: number) => boolean) | undefined {
  return NUMBER_FORMATS.get(format)
}

const format: Keyword<number> = (site, keyword) => {
  const name = textAt(site, keyword)
  const holds = numberFormatTest(name)
  if (holds === undefined) return pass
  const failure = failureOf(site, keyword, { params: { format: name }, message: `must be a valid ${name}` })
  return (value, run) => holds(value) || run.report(failure)
}

/** Keywords that judge numbers alone. @see JSON Schema Validation 2020-12, 6.2 */
export const numberKeywords = {
  multipleOf,
  maximum: bound((value, limit) => value <= limit, 'at most'),
  exclusiveMaximum: bound((value, limit) => value < limit, 'less than'),
  minimum: bound((value, limit) => value >= limit, 'at least'),
  exclusiveMinimum: bound((value, limit) => value > limit, 'greater than'),
  format,
}
