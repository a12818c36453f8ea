import type { Answer } from '../../data/exchange/answer.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * The host that a link of an answer leads to, where it is another than the one that was asked; a link without
 * a host stays. All names of one's own machine are one.
 */
export function foreignHost(link: string, { exchange }: Answer): string | undefined {
  const own = new URL(exchange.request.url)
  if (!URL.canParse(link, own)) return undefined
  const { protocol, hostname, port, host } = new URL(link, own)
  if (!/^https?:$/.test(protocol)) return undefined
  const isOwn = hostname === own.hostname || (LOOPBACK.test(hostname) && LOOPBACK.test(own.hostname))
  return isOwn && port === own.port ? undefined : host
}
