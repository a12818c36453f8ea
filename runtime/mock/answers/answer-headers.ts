import { isScalar } from '@concordat/contract/document'
import type { ResponseDescriptor } from '@concordat/runtime/http'
import type { Page } from '../lists/cut-page.ts'
import type { Maker } from '../values/maker.ts'

export interface HeaderOptions {
  readonly response: ResponseDescriptor
  readonly maker: Maker
  /** Where what was made stands, or what the request was for. */
  readonly location: string
  /** Of a list. */
  readonly page?: Page | undefined
  /** Entity tag of an item. */
  readonly tag?: string | undefined
}

/** The documented headers of an answer. */
export function answerHeaders(options: HeaderOptions): Record<string, string> {
  const { response, maker } = options
  return Object.fromEntries(
    Object.entries(response.headers ?? {}).flatMap(([name, { schema }]): [string, string][] => {
      if (/^(content-type|content-length|transfer-encoding|connection|date)$/i.test(name)) return []
      const known = knownHeader(name.toLowerCase(), options)
      if (known === '') return []
      const value =
        known ??
        writeHeader(maker.makeIfPossible(maker.schema(schema ?? { type: 'string' }), name, 'example'))
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** What a header says that the mock knows; empty where there is nothing to say. */
function knownHeader(name: string, { page, location, tag }: HeaderOptions): string | undefined {
  if (name === 'location' || name === 'content-location') return location
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

/** A header carries one line of visible ASCII. */
function writeHeader(value: unknown): string | undefined {
  const text = isScalar(value)
    ? String(value)
    : Array.isArray(value)
      ? value.map(String).join(',')
      : JSON.stringify(value)
  return text === undefined || !/^[\t\x20-\x7e]*$/.test(text) ? undefined : text
}
