import type { Answer, Client } from '../call/call.ts'
import { refuseWalk } from './refuse.ts'

/**
 * The URL of a page that a response links to, absolute and without credentials. Servers repeat the query in
 * links, including an API key; the call for that page adds the key again.
 * @param next URL from the response; empty for the response's own URL.
 * @throws {PaginationError} for a URL at another origin, which would receive the credentials.
 */
export function pageUrl({ schemes }: Client, answer: Answer, next: unknown = ''): string {
  const own = new URL(answer.url, globalThis.location?.href)
  const url = new URL(String(next), own)
  if (url.origin !== own.origin)
    refuseWalk(
      answer,
      `links to a next page on another origin, "${url.origin}", which must not receive the credentials`,
    )
  for (const { in: location, name = '' } of Object.values(schemes))
    if (location === 'query' && url.searchParams.has(name)) url.searchParams.delete(name)
  return url.href
}
