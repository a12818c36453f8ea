import type { IncomingMessage } from 'node:http'

/** Headers that apply to a connection rather than to the message. @see RFC 9110, 7.6.1 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
])

export function proxiedHeadersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of rawHeaderPairs(rawHeaders)) headers.append(name, value)
  return headers
}

/**
 * Returns the received headers without `Host`, the headers that apply to a connection, and those that
 * `Connection` lists.
 * @param kept names of headers to keep nevertheless, such as `transfer-encoding` for a chunked body.
 */
export function endToEndHeaders(
  raw: readonly string[],
  kept: readonly string[] = [],
): [name: string, value: string][] {
  const all = rawHeaderPairs(raw)
  const named = all
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()))
  return all.filter(([written]) => {
    const name = written.toLowerCase()
    return kept.includes(name) || !(name === 'host' || HOP_BY_HOP.has(name) || named.includes(name))
  })
}

export function rawHeaderPairs(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ])
}
