import type { Answer, Client } from '../call/call.ts'
import { refuse } from './refuse.ts'

/**
 * The URL of a page as an answer names it, absolute and without credentials. Servers repeat the query in
 * their links, including an API key; the call for that page adds the key again.
 * @param next as the answer has it; empty for the URL of the answer itself.
 * @throws PaginationError for another origin, which would be sent the credentials.
 */
export function pageUrl({ schemes }: Client, answer: Answer, next: unknown = ''): string {
  const own = new URL(answer.url, globalThis.location?.href)
  const url = new URL(String(next), own)
  if (url.origin !== own.origin)
    refuse(
      answer,
      `names a next page on another origin, "${url.origin}", which must not be sent the credentials`,
    )
  for (const { in: location, name = '' } of Object.values(schemes))
    if (location === 'query' && url.searchParams.has(name)) url.searchParams.delete(name)
  return url.href
}
