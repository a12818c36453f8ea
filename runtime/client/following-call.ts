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
 * The call for the page after one: the URL or the cursor that the page names, or else offset or page number arithmetic.
 * @returns `undefined` after the last page.
 * @throws PaginationError for a URL on another origin: it would be sent the credentials.
 */
export function followingCall({ call, answer, body, size }: ReadPage): Call | undefined {
  const { list } = call.operation
  if (list === undefined) return undefined
  const query = { ...call.request.query } as Record<string, unknown>
  const turn = (name: string, value: unknown): Call => ({
    ...call,
    url: undefined,
    request: { ...call.request, query: { ...query, [name]: value } },
  })
  if (list.next !== undefined) {
    const next = at(body, list.next)
    if (next === undefined || next === null || next === '') return undefined
    return list.cursor === undefined
      ? { ...call, url: sameOrigin(call.client, answer, String(next)) }
      : turn(list.cursor, next)
  }
  if (list.offset !== undefined) {
    const offset = Number(query[list.offset] ?? 0) + size
    const count = list.count && at(body, list.count)
    return typeof count === 'number' && offset >= count ? undefined : turn(list.offset, offset)
  }
  return list.page === undefined ? undefined : turn(list.page, Number(query[list.page] ?? 1) + 1)
}

function sameOrigin(client: Client, answer: Answer, next: string): string {
  const url = withoutCredentials(client, new URL(next, answer.url))
  if (url.origin === new URL(answer.url).origin) return url.href
  throw new PaginationError(
    answer.context,
    `names a next page on another origin, "${url.origin}", which must not be sent the credentials`,
  )
}

/** Where an answer came from, comparable with the URL of a next page. */
export function ownUrl(client: Client, answer: Answer): string {
  return withoutCredentials(client, new URL(answer.url)).href
}

/** Servers repeat the query in their links, the API key in it too; it is added again when the page is asked for. */
function withoutCredentials({ keyring }: Client, url: URL): URL {
  for (const { in: location, name } of Object.values(keyring.schemes)) {
    if (location === 'query' && name !== undefined && url.searchParams.has(name))
      url.searchParams.delete(name)
  }
  return url
}
