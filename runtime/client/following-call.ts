import type { Call } from './compose.ts'
import type { Client } from './create-client.ts'
import { PaginationError } from './errors.ts'
import type { Answer } from './exchange.ts'

/** A page that was read. */
interface ReadPage {
  readonly call: Call
  readonly answer: Answer
  readonly body: unknown
  /** Number of its items. */
  readonly size: number
}

/** The value at a path of property names; `undefined` where the path ends early. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    value,
  )
}

/**
 * The call for the page after one: by the URL or the cursor that the page names, or by the number of its items or its own.
 * @returns `undefined` after the last page.
 * @throws PaginationError for a URL on another origin, which would be sent the credentials, and for an empty page before the
 *   total is reached.
 */
export function followingCall({ call, answer, body, size }: ReadPage): Call | undefined {
  const { pages } = call.operation
  if (pages === undefined) return undefined
  const query = { ...call.request.query } as Record<string, unknown>
  const turn = (name: string, value: unknown): Call => ({
    ...call,
    url: undefined,
    request: { ...call.request, query: { ...query, [name]: value } },
  })
  if (pages.by === 'link' || pages.by === 'cursor') {
    const next = at(body, pages.next)
    if (next === undefined || next === null || next === '') return undefined
    return pages.by === 'link'
      ? { ...call, url: sameOrigin(call.client, answer, String(next)) }
      : turn(pages.parameter, next)
  }
  if (pages.by === 'page')
    return size === 0 ? undefined : turn(pages.parameter, Number(query[pages.parameter] ?? 1) + 1)
  const offset = Number(query[pages.parameter] ?? 0) + size
  const total = pages.total && at(body, pages.total)
  const isLast = typeof total === 'number' ? offset >= total : size === 0
  if (isLast) return undefined
  if (size === 0)
    throw new PaginationError(answer.context, `answered no items at ${pages.parameter} ${offset} of ${total}`)
  return turn(pages.parameter, offset)
}

function sameOrigin(client: Client, answer: Answer, next: string): string {
  const own = absolute(answer)
  const url = withoutCredentials(client, new URL(next, own))
  if (url.origin === own.origin) return url.href
  throw new PaginationError(
    answer.context,
    `names a next page on another origin, "${url.origin}", which must not be sent the credentials`,
  )
}

/** Where an answer came from, comparable with the URL of a next page. */
export function ownUrl(client: Client, answer: Answer): string {
  return withoutCredentials(client, absolute(answer)).href
}

function absolute({ url }: Answer): URL {
  return new URL(url, globalThis.location?.href)
}

/** Servers repeat the query in their links, the API key in it too; it is added again when the page is asked for. */
function withoutCredentials({ keyring }: Client, url: URL): URL {
  for (const { in: location, name } of Object.values(keyring.schemes)) {
    if (location === 'query' && name !== undefined && url.searchParams.has(name))
      url.searchParams.delete(name)
  }
  return url
}
