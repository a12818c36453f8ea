import { alternatives, quote } from '../evaluation/issue.ts'
import { every, pass } from '../evaluation/run.ts'
import { isEqual } from '../json/equal.ts'
import { anyOf, oneOf } from './alternatives.ts'
import { failureOf, type Keyword, listAt } from './keyword.ts'

const enumeration: Keyword = (site, keyword) => {
  const allowedValues = listAt(site, keyword)
  const scalars = new Set(allowedValues.filter((value) => typeof value !== 'object' || value === null))
  const composites = allowedValues.filter((value) => typeof value === 'object' && value !== null)
  const message = `must be ${alternatives(allowedValues.map(quote))}`
  const failure = failureOf(site, keyword, { params: { allowedValues }, message })
  return (value, run) =>
    scalars.has(value) || composites.some((allowed) => isEqual(allowed, value)) || run.report(failure)
}

const constant: Keyword = (site, keyword) => {
  const allowedValue = site.schema[keyword]
  const failure = failureOf(site, keyword, {
    params: { allowedValue },
    message: `must be ${quote(allowedValue)}`,
  })
  return (value, run) => isEqual(allowedValue, value) || run.report(failure)
}

const reference: Keyword = (site, keyword) => site.refer(keyword)

const allOf: Keyword = (site, keyword) =>
  every(listAt(site, keyword).map((_, index) => site.here(keyword, index)))

const not: Keyword = (site, keyword) => {
  const check = site.here(keyword)
  const failure = failureOf(site, keyword, { params: {}, message: 'must not match the schema of "not"' })
  return (value, run) => !run.branch(check, value) || run.report(failure)
}

/** `if` with `then` and `else`: the issues are those of the branch that applies. */
const conditional: Keyword = (site, keyword) => {
  const condition = site.here(keyword)
  const consequence = 'then' in site.schema ? site.here('then') : pass
  const alternative = 'else' in site.schema ? site.here('else') : pass
  return (value, run) => (run.branch(condition, value) ? consequence : alternative)(value, run)
}

/** Keywords that judge every value. @see JSON Schema Core 2020-12, 8.2.3 and 10.2, and Validation 2020-12, 6.1 */
export const anyKeywords = {
  $ref: reference,
  $dynamicRef: reference,
  enum: enumeration,
  const: constant,
  allOf,
  anyOf,
  oneOf,
  not,
  if: conditional,
}
