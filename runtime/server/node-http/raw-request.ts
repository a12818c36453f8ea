import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A segment "." or "..", including encoded dots. Backslashes separate segments too, since URL treats them as
 * slashes.
 */
const DOT_SEGMENT = /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i

/**
 * Answers 400 if two servers may interpret a request differently, so that a rule of a proxy could be
 * bypassed: dot segments in the target, more than one `Host`. A `Request` no longer shows either, so the
 * message is checked before.
 * @param target as sent by the client.
 * @returns true if the request is answered.
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
  // Few paths contain either, and this test is much faster than the expression.
  if ((path.includes('.') || path.includes('%')) && DOT_SEGMENT.test(path))
    return 'The path has a segment "." or "..". Send the path that remains without such segments.'
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? 'The request has more than one header "Host". Send one.' : undefined
}
