import type { MemberPath } from '../../http/operation.ts'
import { commonFollowing } from '../../http/pages/common-following.ts'
import { at } from '../../http/pages/reading/read-page.ts'
import type { Answer, Call, Client } from '../call/call.ts'
import { PaginationError } from '../errors/errors.ts'

/** What leads from a page to the next one. */
export type Follow = Parameters<typeof commonFollowing>[1]

/** A page that was read. */
interface ReadPage {
  readonly call: Call
  readonly answer: Answer
  readonly body: unknown
  readonly items: readonly unknown[]
}

/** What tells one page of a list from another. */
export function placeOf({ url, request, operation }: Call): string {
  const sent = operation.pages?.sent
  return url ?? asText(sent && at(request[sent.in], sent.path))
}

/** Values of any kind as something that can be compared. */
export function asText(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? ''
}

/**
 * The call for the page after one.
 * @returns `undefined` after the last page.
 * @throws PaginationError for a URL on another origin, which would be sent the credentials, and where the answer says that
 *   there is more and does not say how to get it.
 */
export function followingCall({ call, answer, body, items }: ReadPage, follow: Follow): Call | undefined {
  const { pages } = call.operation
  if (pages === undefined) return undefined
  const { sent } = pages
  const asked = sent && at(call.request[sent.in], sent.path)
  const found = commonFollowing({ pages, body, items, headers: answer.headers, asked }, follow)
  if (found === undefined) return undefined
  if ('problem' in found) throw new PaginationError(answer.context, found.problem)
  const { value } = found
  if (sent === undefined) return { ...call, url: sameOrigin(call.client, answer, String(value)) }
  const request = { ...call.request, [sent.in]: withMember(call.request[sent.in], sent.path, value) }
  return { ...call, url: undefined, request }
}

/** The holder with one member of it, or of what it holds, set. */
export function withMember(holder: unknown, [name = '', ...rest]: MemberPath, value: unknown): object {
  const members = { ...(holder as Record<string, unknown> | undefined) }
  return { ...members, [name]: rest.length === 0 ? value : withMember(members[name], rest, value) }
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
function withoutCredentials({ schemes }: Client, url: URL): URL {
  for (const { in: location, name } of Object.values(schemes)) {
    if (location === 'query' && name !== undefined && url.searchParams.has(name))
      url.searchParams.delete(name)
  }
  return url
}
