import { plural, quote } from '../evaluation/issue.ts'
import { isAtLeast, isAtMost } from '../json/text-length.ts'
import { countAt, failureOf, patternOf, textAt } from '../vocabulary/keyword-value.ts'
import type { Keyword } from '../vocabulary/vocabulary.ts'

export const maxLengthKeyword: Keyword = {
  keyword: 'maxLength',
  order: 'size',
  string: (site, keyword) => {
    const limit = countAt(site, keyword)
    const failure = failureOf(site, keyword, {
      params: { limit },
      message: `must be at most ${plural(limit, 'character')} long`,
    })
    return (text, run) => isAtMost(limit, text) || run.report(failure)
  },
}

export const minLengthKeyword: Keyword = {
  keyword: 'minLength',
  string: (site, keyword) => {
    const limit = countAt(site, keyword)
    const failure = failureOf(site, keyword, {
      params: { limit },
      message: `must be at least ${plural(limit, 'character')} long`,
    })
    return (text, run) => isAtLeast(limit, text) || run.report(failure)
  },
}

export const patternKeyword: Keyword = {
  keyword: 'pattern',
  string: (site, keyword) => {
    const source = textAt(site, keyword)
    const regExp = patternOf(site, { pattern: source, location: `${site.location}/${keyword}` })
    const failure = failureOf(site, keyword, {
      params: { pattern: source },
      message: `must match the pattern ${quote(source)}`,
    })
    return (text, run) => regExp.test(text) || run.report(failure)
  },
}
