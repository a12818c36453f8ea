import type { IncomingMessage } from 'node:http'

/** Headers that belong to one connection, and not to the message. @see RFC 9110, 7.6.1 */
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

export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs(rawHeaders)) headers.append(name, value)
  return headers
}

/**
 * Headers as they came, without the host, those of the connection and those that
 * the connection names as its own.
 * @param kept of those all the same: a body that is sent in pieces says so.
 */
export function endToEnd(
  raw: readonly string[],
  kept: readonly string[] = [],
): [name: string, value: string][] {
  const all = pairs(raw)
  const named = all
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()))
  return all.filter(([written]) => {
    const name = written.toLowerCase()
    return kept.includes(name) || !(name === 'host' || HOP_BY_HOP.has(name) || named.includes(name))
  })
}

export function pairs(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ])
}
