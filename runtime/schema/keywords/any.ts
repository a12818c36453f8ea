import { listInIssue, quoteInIssue } from '../evaluation/issue.ts'
import { everyCheck, passCheck } from '../evaluation/run.ts'
import { isEqualJson } from '../json/equal.ts'
import { keywordFailure, keywordList } from '../vocabulary/keyword-value.ts'
import type { Keyword } from '../vocabulary/vocabulary.ts'
import { checkAnyOf, checkOneOf } from './alternatives.ts'

export const enumKeyword: Keyword = {
  keyword: 'enum',
  any: (site, keyword) => {
    const allowedValues = keywordList(site, keyword)
    const scalars = new Set(allowedValues.filter((value) => typeof value !== 'object' || value === null))
    const composites = allowedValues.filter((value) => typeof value === 'object' && value !== null)
    const message =
      allowedValues.length === 0
        ? 'must not be present: no value is allowed'
        : `must be ${listInIssue(allowedValues.map(quoteInIssue))}`
    const failure = keywordFailure(site, keyword, { params: { allowedValues }, message })
    return (value, run) =>
      scalars.has(value) || composites.some((allowed) => isEqualJson(allowed, value)) || run.report(failure)
  },
}

export const constKeyword: Keyword = {
  keyword: 'const',
  any: (site, keyword) => {
    const allowedValue = site.schema[keyword]
    const failure = keywordFailure(site, keyword, {
      params: { allowedValue },
      message: `must be ${quoteInIssue(allowedValue)}`,
    })
    return (value, run) => isEqualJson(allowedValue, value) || run.report(failure)
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
  any: (site, keyword) => everyCheck(keywordList(site, keyword).map((_, index) => site.here(keyword, index))),
}

export const anyOfKeyword: Keyword = { keyword: 'anyOf', order: 'deep', any: checkAnyOf }
export const oneOfKeyword: Keyword = { keyword: 'oneOf', order: 'deep', any: checkOneOf }

export const notKeyword: Keyword = {
  keyword: 'not',
  order: 'deep',
  any: (site, keyword) => {
    const check = site.here(keyword)
    const failure = keywordFailure(site, keyword, {
      params: {},
      message: 'must not match the schema in "not"',
    })
    return (value, run) => !run.branch(check, value) || run.report(failure)
  },
}

/** `if` with `then` and `else`. Reports the issues of the branch that applies. */
export const ifKeyword: Keyword = {
  keyword: 'if',
  order: 'deep',
  reads: ['then', 'else'],
  any: (site, keyword) => {
    const condition = site.here(keyword)
    const consequence = 'then' in site.schema ? site.here('then') : passCheck
    const alternative = 'else' in site.schema ? site.here('else') : passCheck
    return (value, run) => (run.branch(condition, value) ? consequence : alternative)(value, run)
  },
}
