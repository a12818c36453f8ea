import { SchemaError } from '../document/json-schema.ts'
import { multipleOf as multipleTest } from '../json/decimal.ts'
import { keywordFailure, keywordNumber } from '../vocabulary/keyword-value.ts'
import type { Compile, Keyword } from '../vocabulary/vocabulary.ts'

function bound(holds: (value: number, limit: number) => boolean, words: string): Compile<number> {
  return (site, keyword) => {
    const limit = keywordNumber(site, keyword)
    const failure = keywordFailure(site, keyword, { params: { limit }, message: `must be ${words} ${limit}` })
    return (value, run) => holds(value, limit) || run.report(failure)
  }
}

export const maximumKeyword: Keyword = {
  keyword: 'maximum',
  number: /* @__PURE__ */ bound((value, limit) => value <= limit, 'at most'),
}

export const exclusiveMaximumKeyword: Keyword = {
  keyword: 'exclusiveMaximum',
  number: /* @__PURE__ */ bound((value, limit) => value < limit, 'less than'),
}

export const minimumKeyword: Keyword = {
  keyword: 'minimum',
  number: /* @__PURE__ */ bound((value, limit) => value >= limit, 'at least'),
}

export const exclusiveMinimumKeyword: Keyword = {
  keyword: 'exclusiveMinimum',
  number: /* @__PURE__ */ bound((value, limit) => value > limit, 'greater than'),
}

export const multipleOfKeyword: Keyword = {
  keyword: 'multipleOf',
  number: (site, keyword) => {
    const divisor = keywordNumber(site, keyword)
    if (divisor <= 0) throw new SchemaError(`${site.location}/${keyword}`, 'expected a number greater than 0')
    const isMultiple = multipleTest(divisor)
    const failure = keywordFailure(site, keyword, {
      params: { multipleOf: divisor },
      message: `must be a multiple of ${divisor}`,
    })
    return (value, run) => isMultiple(value) || run.report(failure)
  },
}
