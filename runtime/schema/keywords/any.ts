import { alternatives, quote } from '../evaluation/issue.ts'
import { every, pass } from '../evaluation/run.ts'
import { isEqual } from '../json/equal.ts'
import { failureOf, listAt } from '../vocabulary/keyword-value.ts'
import type { Keyword } from '../vocabulary/vocabulary.ts'
import { anyOf, oneOf } from './alternatives.ts'

export const enumKeyword: Keyword = {
  keyword: 'enum',
  any: (site, keyword) => {
    const allowedValues = listAt(site, keyword)
    const scalars = new Set(allowedValues.filter((value) => typeof value !== 'object' || value === null))
    const composites = allowedValues.filter((value) => typeof value === 'object' && value !== null)
    const message =
      allowedValues.length === 0
        ? 'must not be present: no value is allowed'
        : `must be ${alternatives(allowedValues.map(quote))}`
    const failure = failureOf(site, keyword, { params: { allowedValues }, message })
    return (value, run) =>
      scalars.has(value) || composites.some((allowed) => isEqual(allowed, value)) || run.report(failure)
  },
}

export const constKeyword: Keyword = {
  keyword: 'const',
  any: (site, keyword) => {
    const allowedValue = site.schema[keyword]
    const failure = failureOf(site, keyword, {
      params: { allowedValue },
      message: `must be ${quote(allowedValue)}`,
    })
    return (value, run) => isEqual(allowedValue, value) || run.report(failure)
  },
}

export const refKeyword: Keyword = {
  keyword: '$ref',
  order: 'deep',
  any: (site, keyword) => site.refer(keyword),
}

export const allOfKeyword: Keyword = {
  keyword: 'allOf',
  order: 'deep',
  any: (site, keyword) => every(listAt(site, keyword).map((_, index) => site.here(keyword, index))),
}

export const anyOfKeyword: Keyword = { keyword: 'anyOf', order: 'deep', any: anyOf }
export const oneOfKeyword: Keyword = { keyword: 'oneOf', order: 'deep', any: oneOf }

export const notKeyword: Keyword = {
  keyword: 'not',
  order: 'deep',
  any: (site, keyword) => {
    const check = site.here(keyword)
    const failure = failureOf(site, keyword, {
      params: {},
      message: 'must not match the schema of "not"',
    })
    return (value, run) => !run.branch(check, value) || run.report(failure)
  },
}

/** `if` with `then` and `else`: reports the issues of the branch that applies. */
export const ifKeyword: Keyword = {
  keyword: 'if',
  order: 'deep',
  reads: ['then', 'else'],
  any: (site, keyword) => {
    const condition = site.here(keyword)
    const consequence = 'then' in site.schema ? site.here('then') : pass
    const alternative = 'else' in site.schema ? site.here('else') : pass
    return (value, run) => (run.branch(condition, value) ? consequence : alternative)(value, run)
  },
}
