import { isComparableValue, soundHeaderValue } from '@concordat/contract/document'
import { isSetBySender, type ResponseDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import type { CutPage } from '../lists/cut-page.ts'
import type { Maker } from '../values/maker.ts'

export interface HeaderOptions {
  readonly status: number
  readonly response: ResponseDescriptor
  readonly maker: Maker
  /** The address of the created item or, if none was created, of the request. */
  readonly location: string
  /** Page of a list. */
  readonly page?: CutPage | undefined
  /** The entity tag of an item. */
  readonly tag?: string | undefined
}

/** The target of a redirect if the document provides none. */
const ELSEWHERE = 'https://example.com/'

/** Returns the documented headers of a response, and others that lead to the pages of a list. */
export function answerHeaders(options: HeaderOptions): Record<string, string> {
  const { response, maker, page } = options
  const documented = Object.entries(response.headers ?? {})
  const isDocumented = (name: string): boolean => documented.some(([own]) => own.toLowerCase() === name)
  const ofPage = Object.keys(page?.written.headers ?? {}).flatMap((name): [string, string][] => {
    const value = isDocumented(name) ? '' : (knownHeader(name, options) ?? '')
    return value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries([
    ...ofPage,
    ...documented.flatMap(([name, { schema }]): [string, string][] => {
      if (isSetBySender(name)) return []
      const known = knownHeader(name.toLowerCase(), options)
      if (known === '') return []
      const described = maker.schema(schema ?? { type: 'string' })
      const made = (): unknown =>
        isRedirect(name, options)
          ? targetOf(described, maker)
          : maker.makeIfPossible(described, name, 'example')
      const value = known ?? writeHeader(made())
      return value === undefined ? [] : [[name, soundHeaderValue(name, value)]]
    }),
  ])
}

/**
 * Returns the value of a header that the mock knows; empty if the response has no such header, and
 * `undefined` if the mock does not know it.
 */
function knownHeader(name: string, options: HeaderOptions): string | undefined {
  const { page, location, tag } = options
  if (name === 'content-location' || (name === 'location' && !isRedirect(name, options))) return location
  if (name === 'etag') return tag
  if (page === undefined) return undefined
  if (name === 'link') {
    const links = [
      ...(page.nextLink === undefined ? [] : [`<${page.nextLink}>; rel="next"`]),
      ...(page.previousLink === undefined ? [] : [`<${page.previousLink}>; rel="prev"`]),
    ]
    return links.join(', ')
  }
  const own = page.written.headers?.[name]
  if (own !== undefined) return own
  return /total/.test(name) && !/page/.test(name) ? String(page.total) : undefined
}

/**
 * True for the header that contains the target of a redirect, which is never the requested resource.
 * @see RFC 9110, 10.2.2
 */
function isRedirect(name: string, { status }: HeaderOptions): boolean {
  return name.toLowerCase() === 'location' && status >= 300 && status < 400
}

/**
 * Returns the target that the document lists or shows as an example or, if there is none, an address that is
 * certainly not the mock's, if the schema allows it.
 */
function targetOf(schema: Schema, maker: Maker): unknown {
  const { examples = [], example, enum: listed = [], const: only, default: usual } = schema.keywords
  const isGiven = [example, only, usual, ...examples, ...listed].some((value) => value !== undefined)
  return !isGiven && maker.fits(ELSEWHERE, schema)
    ? ELSEWHERE
    : maker.makeIfPossible(schema, 'location', 'example')
}

/**
 * Writes a header value; `undefined` unless it is one line of printable ASCII characters. OpenAPI defines no
 * text for a list of objects.
 */
function writeHeader(value: unknown): string | undefined {
  if (Array.isArray(value) && !value.every(isComparableValue)) return undefined
  const text = isComparableValue(value)
    ? String(value)
    : Array.isArray(value)
      ? value.map(String).join(',')
      : JSON.stringify(value)
  return text === undefined || !/^[\t\x20-\x7e]*$/.test(text) ? undefined : text
}
