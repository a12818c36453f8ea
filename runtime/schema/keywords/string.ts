import { countedInIssue, quoteInIssue } from '../evaluation/issue.ts'
import { isTextAtLeast, isTextAtMost } from '../json/text-length.ts'
import { keywordCount, keywordFailure, keywordPattern, keywordText } from '../vocabulary/keyword-value.ts'
import type { Keyword } from '../vocabulary/vocabulary.ts'

export const maxLengthKeyword: Keyword = {
  keyword: 'maxLength',
  order: 'size',
  string: (site, keyword) => {
    const limit = keywordCount(site, keyword)
    const failure = keywordFailure(site, keyword, {
      params: { limit },
      message: `must be at most ${countedInIssue(limit, 'character')} long`,
    })
    return (text, run) => isTextAtMost(limit, text) || run.report(failure)
  },
}

export const minLengthKeyword: Keyword = {
  keyword: 'minLength',
  string: (site, keyword) => {
    const limit = keywordCount(site, keyword)
    const failure = keywordFailure(site, keyword, {
      params: { limit },
      message: `must be at least ${countedInIssue(limit, 'character')} long`,
    })
    return (text, run) => isTextAtLeast(limit, text) || run.report(failure)
  },
}

export const patternKeyword: Keyword = {
  keyword: 'pattern',
  string: (site, keyword) => {
    const source = keywordText(site, keyword)
    const regExp = keywordPattern(site, { pattern: source, location: `${site.location}/${keyword}` })
    const failure = keywordFailure(site, keyword, {
      params: { pattern: source },
      message: `must match the pattern ${quoteInIssue(source)}`,
    })
    return (text, run) => regExp.test(text) || run.report(failure)
  },
}
