import { UsageError } from '../../../errors/problem.ts'

/**
 * Normalizes a base URL. For example, "localhost:8000" and ":8000" get HTTP, and port 443 gets HTTPS.
 * @throws {UsageError} for anything except an HTTP URL.
 */
export function readBaseUrl(text: string): string {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : withScheme(text.replace(/^\/\//, ''))
  const url = URL.parse(whole)
  if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '') return whole
  throw new UsageError(
    `"${text}" is not the address of a server. Expected: an HTTP URL such as "http://localhost:8000" or "https://api.example.com/v1".`,
  )
}

function withScheme(text: string): string {
  const address = text.startsWith(':') ? `localhost${text}` : text
  return `${/^[^/]*:443(?:\/|$)/.test(address) ? 'https' : 'http'}://${address}`
}
