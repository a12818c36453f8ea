import type { ResourceDescriptor } from '@concordat/runtime/http'
import { itemIdOf } from '../../data/document/identifier.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Returns the host of a link in a response, if it differs from the request's host; `undefined` for a link
 * without a host. All names of the local machine are considered equal.
 */
export function linkToOtherHost(link: string, { exchange }: Answer): string | undefined {
  const own = new URL(exchange.request.url)
  if (!URL.canParse(link, own)) return undefined
  const { protocol, hostname, port, host } = new URL(link, own)
  if (!/^https?:$/.test(protocol)) return undefined
  const isOwn = hostname === own.hostname || (LOOPBACK.test(hostname) && LOOPBACK.test(own.hostname))
  return isOwn && port === own.port ? undefined : host
}

/**
 * Describes a response that should show the item at an address but does not; `undefined` if it does. The
 * words form the end of a sentence.
 */
export function observedInstead(
  found: Answer,
  { own, resource }: { readonly own: Answer; readonly resource: ResourceDescriptor },
): string | undefined {
  if (!isSuccess(found)) return `returns ${found.status}`
  const [id, wanted] = [found, own].map(({ value }) => itemIdOf(resource, value))
  return wanted === undefined || id === wanted ? undefined : `shows ${id ?? 'no item'}`
}

/**
 * The text of a response without the query of its own address, which the response can repeat, as a feed does:
 * `<link rel="self" href="…?limit=50"/>`.
 */
export function textWithoutOwnQuery({ text, exchange }: Answer): string {
  const { search } = new URL(exchange.request.url)
  if (search === '') return text
  return text.replaceAll(search.replaceAll('&', '&amp;'), '').replaceAll(search, '')
}
