import type { MemberPath, NextPage, PagesDescriptor } from '../http/operation.ts'
import type { Call } from './call.ts'
import type { Client } from './create-client.ts'
import { PaginationError } from './errors.ts'
import type { Answer } from './exchange.ts'
import { nextLink } from './link-header.ts'

/** A page that was read. */
interface ReadPage {
  readonly call: Call
  readonly answer: Answer
  readonly body: unknown
  readonly items: readonly unknown[]
}

/** The value at a path of property names; `undefined` where the path ends early. */
export function at(value: unknown, path: MemberPath): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    value,
  )
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
export function followingCall(page: ReadPage): Call | undefined {
  const { call, answer, body } = page
  const { pages } = call.operation
  if (pages === undefined) return undefined
  const { sent } = pages
  const isMore = flag(body, pages.more) ?? negated(flag(body, pages.last))
  if (isMore === false) return undefined
  const next = nextValue(page, pages, isMore)
  if (next === undefined || next === null || next === '') {
    if (isMore === undefined) return undefined
    throw new PaginationError(answer.context, 'says that there are more pages, and names no next one')
  }
  if (sent === undefined) return { ...call, url: sameOrigin(call.client, answer, String(next)) }
  const request = { ...call.request, [sent.in]: withMember(call.request[sent.in], sent.path, next) }
  return { ...call, url: undefined, request }
}

function flag(body: unknown, path: MemberPath | undefined): boolean | undefined {
  const value = path && at(body, path)
  return typeof value === 'boolean' ? value : undefined
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value
}

function nextValue(page: ReadPage, pages: PagesDescriptor, isMore: boolean | undefined): unknown {
  const { answer, body, items } = page
  const { next } = pages
  switch (next.from) {
    case 'body':
      return at(body, next.path)
    case 'lastItem':
      return at(items.at(-1), next.path)
    case 'header': {
      const value = answer.headers.get(next.name) ?? ''
      return next.name.toLowerCase() === 'link' ? nextLink(value) : value
    }
    default:
      return nextNumber(page, { pages, next, isMore })
  }
}

/** The number after that of a page; `undefined` after the last page. */
function nextNumber(
  { call, answer, body, items }: ReadPage,
  {
    pages: { sent, total: path },
    next,
    isMore,
  }: {
    readonly pages: PagesDescriptor
    readonly next: Extract<NextPage, { readonly from: 'items' | 'pages' }>
    readonly isMore: boolean | undefined
  },
): number | undefined {
  const first = 'first' in next ? next.first : undefined
  const asked = sent && at(call.request[sent.in], sent.path)
  const current = asNumber('current' in next ? at(body, next.current) : (asked ?? first))
  if (current === undefined)
    throw new PaginationError(answer.context, 'does not say which page it is, so that none can follow')
  const following = current + (next.from === 'items' ? items.length : 1)
  if (isMore) return following
  const total = path && asNumber(at(body, path))
  // Where the first number is not known, 1 is the one that leaves nothing out: from 0 on, it asks for one page too many.
  if (following - (first ?? 1) === total) return undefined
  if (items.length > 0) return following
  if (total === undefined || current - (first ?? 0) >= total) return undefined
  if (next.from === 'pages') return following
  throw new PaginationError(answer.context, `answered no items at ${current} of ${total}`)
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}

function withMember(holder: unknown, [name = '', ...rest]: MemberPath, value: unknown): object {
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
