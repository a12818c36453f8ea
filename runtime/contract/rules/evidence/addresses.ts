import type { Answer } from '../../data/exchange/answer.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * The host of a link in an answer, if it differs from the request's; a link without a host is not foreign.
 * All names of the local machine are equal.
 */
export function foreignHost(link: string, { exchange }: Answer): string | undefined {
  const own = new URL(exchange.request.url)
  if (!URL.canParse(link, own)) return undefined
  const { protocol, hostname, port, host } = new URL(link, own)
  if (!/^https?:$/.test(protocol)) return undefined
  const isOwn = hostname === own.hostname || (LOOPBACK.test(hostname) && LOOPBACK.test(own.hostname))
  return isOwn && port === own.port ? undefined : host
}
