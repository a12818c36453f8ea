import { successResponse } from '../operation/success.ts'
import { type PageStyle, type Subject, shown, type Verdict } from './subject.ts'

const NEXT = [
  'next',
  'nexturl',
  'nexturi',
  'nextlink',
  'nextpage',
  'nextpageurl',
  'nextpageuri',
  'nextpagelink',
]
const TARGET = ['href', 'url', 'uri', 'link']

/** The URL of the next page, in the body. */
export function byLink({ operation, values, end }: Subject): Verdict | undefined {
  if (operation.method !== 'GET') return undefined
  const link =
    values.find(({ name, path }) => NEXT.includes(name) || path.at(-1) === '@odata.nextLink') ??
    values.find(({ name, container }) => TARGET.includes(name) && NEXT.includes(container)) ??
    values.find(({ name }) => /^next.*(?:ur[il]|link)$/.test(name))
  if (link === undefined || link.types.has('boolean')) return undefined
  const style: PageStyle = { next: { from: 'body', path: link.path }, ...end }
  if (!link.types.has('string') || !link.isUrl)
    return {
      doubt: `${shown(link)} of the answer is not said to be a URL ("format: uri")`,
      ...(link.types.has('string') && { likely: style }),
    }
  if (!link.canBeAbsent && end.more === undefined && end.last === undefined)
    return {
      doubt: `${shown(link)} of the answer is never null or absent, so no page is the last one`,
      likely: style,
    }
  return style
}

/** The `Link` header, of a list that takes parameters for paging. @see RFC 8288 */
export function byLinkHeader({ operation, parameters }: Subject): Verdict | undefined {
  if (operation.method !== 'GET' || parameters.length === 0) return undefined
  const name = Object.keys(successResponse(operation)?.headers ?? {}).find(
    (header) => header.toLowerCase() === 'link',
  )
  return name === undefined ? undefined : { next: { from: 'header', name } }
}
