import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A "." or ".." segment, including encoded dots. Backslashes separate segments too, because URL treats them
 * as slashes.
 */
const DOT_SEGMENT = /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i

/**
 * Answers 400 if a request has dot segments in its target, or more than one `Host`. Two servers might
 * interpret such a request differently, so that a proxy's rule could be bypassed. A `Request` no longer shows
 * either of them, so the message is checked first.
 * @param target as sent by the client.
 * @returns true if the request was answered.
 * @see RFC 9112, sections 3.2 and 3.2.2; RFC 3986, section 6.2.2.3
 */
export function refuseAmbiguousMessage(
  request: IncomingMessage,
  response: ServerResponse,
  target = '',
): boolean {
  const detail = ambiguityOf(target, request.rawHeaders)
  if (detail === undefined) return false
  const problem = { type: 'about:blank', title: 'Malformed request', status: 400, detail }
  response.writeHead(400, {
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(JSON.stringify(problem))
  return true
}

function ambiguityOf(target: string, rawHeaders: readonly string[]): string | undefined {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  // Few paths contain "." or "%", and this test is much faster than the expression.
  if ((path.includes('.') || path.includes('%')) && DOT_SEGMENT.test(path))
    return 'The path contains a "." or ".." segment. Send the path with such segments resolved.'
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? 'The request has more than one "Host" header. Send exactly one.' : undefined
}
