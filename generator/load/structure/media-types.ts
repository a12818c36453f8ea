import { quoteInProblem } from '../../errors/quote.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'

/** A type and a subtype, both possibly "*", and optional parameters. @see RFC 9110, 8.3.1 */
const MEDIA_TYPE = /^\s*[!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+\s*(;.*)?$/s

/** Media types that words without a slash probably mean. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...['json', 'xml', 'yaml', 'pdf', 'zip', 'octet-stream', 'x-www-form-urlencoded'].map(
    (subtype) => [subtype, `application/${subtype}`] as const,
  ),
  ...['plain', 'html', 'csv', 'event-stream'].map((subtype) => [subtype, `text/${subtype}`] as const),
  ...['png', 'jpeg', 'gif'].map((subtype) => [subtype, `image/${subtype}`] as const),
  ['text', 'text/plain'],
  ['binary', 'application/octet-stream'],
  ['form', 'application/x-www-form-urlencoded'],
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['form-data', 'multipart/form-data'],
  ['multipart', 'multipart/form-data'],
])

const ANY = '*/*'

/** True for a media type or a range. */
export function isMediaTypeInDocument(text: string): boolean {
  return MEDIA_TYPE.test(text)
}

/** True for a media type, a range, or an extension, which are the names allowed in `content`. */
export function isContentKey(name: string): boolean {
  return isMediaTypeInDocument(name) || (name.startsWith('x-') && !MEANT.has(name))
}

/**
 * Returns the media types that an invalid string probably means: those that it lists, by name or by subtype;
 * if there are none, any media type.
 */
export function mediaTypesMeantInDocument(text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const meant = names.map((name) => (isMediaTypeInDocument(name) ? name : MEANT.get(name.toLowerCase())))
  const known = meant.filter((name) => name !== undefined)
  return known.length === 0 ? [ANY] : [...new Set(known)]
}

/** Creates the problem for a string that is not a media type. */
export function noMediaTypeProblem(text: string, path: Path): ProblemAtPath {
  const meant = mediaTypesMeantInDocument(text).map(quoteInProblem)
  const isKnown = meant[0] !== quoteInProblem(ANY)
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `${quoteInProblem(text)} is not a media type; expected a type and a subtype, as in "application/json".`,
    reading: isKnown ? meant.join(' and ') : `${quoteInProblem(ANY)}: any media type`,
    fix: isKnown
      ? `write ${meant.join(' and ')}${meant.length > 1 ? ', each by itself' : ''}.`
      : 'write the media type of the content.',
  }
}
