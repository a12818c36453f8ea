import type { MemberPath, PagesDescriptor } from '../../http/operation.ts'
import { type Follow, followBy } from '../../http/pages/follow-by.ts'
import { at } from '../../http/pages/reading/read-page.ts'
import type { Answer, Call, Client, ListPage } from '../call/call.ts'
import { refuse } from './refuse.ts'

/** A page that was read. */
interface Read {
  readonly call: Call
  readonly pages: PagesDescriptor
  readonly page: ListPage
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
export function followingCall({ call, pages, page }: Read, follow: Follow): Call | undefined {
  const { answer } = page
  const { sent } = pages
  const asked = sent && at(call.request[sent.in], sent.path)
  const found = followBy(follow, { ...page, pages, headers: answer.headers, asked })
  if (!found) return undefined
  if ('problem' in found) return refuse(answer, found.problem)
  const { value } = found
  if (!sent) return { ...call, url: sameOrigin(call.client, answer, String(value)) }
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
  return url.origin === own.origin
    ? url.href
    : refuse(
        answer,
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
