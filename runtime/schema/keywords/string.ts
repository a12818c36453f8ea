import { plural, quote } from '../evaluation/issue.ts'
import { pass } from '../evaluation/run.ts'
import { formatTest } from '../formats/format.ts'
import { isAtLeast, isAtMost } from '../json/text-length.ts'
import { countAt, failureOf, type Keyword, patternOf, textAt } from './keyword.ts'

const maxLength: Keyword<string> = (site, keyword) => {
  const limit = countAt(site, keyword)
  const failure = failureOf(site, keyword, {
    params: { limit },
    message: `must be at most ${plural(limit, 'character')} long`,
  })
  return (text, run) => isAtMost(limit, text) || run.report(failure)
}

const minLength: Keyword<string> = (site, keyword) => {
  const limit = countAt(site, keyword)
  const failure = failureOf(site, keyword, {
    params: { limit },
    message: `must be at least ${plural(limit, 'character')} long`,
  })
  return (text, run) => isAtLeast(limit, text) || run.report(failure)
}

const pattern: Keyword<string> = (site, keyword) => {
  const source = textAt(site, keyword)
  const regExp = patternOf(site, { pattern: source, location: `${site.location}/${keyword}` })
  const failure = failureOf(site, keyword, {
    params: { pattern: source },
    message: `must match the pattern ${quote(source)}`,
  })
  return (text, run) => regExp.test(text) || run.report(failure)
}

const format: Keyword<string> = (site, keyword) => {
  const name = textAt(site, keyword)
  const hasFormat = formatTest(name)
  if (hasFormat === undefined) return pass
  const failure = failureOf(site, keyword, { params: { format: name }, message: `must be a valid ${name}` })
  return (text, run) => hasFormat(text) || run.report(failure)
}

/** Keywords that judge strings alone. @see JSON Schema Validation 2020-12, 6.3 and 7 */
export const stringKeywords = { maxLength, minLength, pattern, format }
