import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { isWithoutContent } from '../../http/status.ts'
import type { WrittenAnswer } from '../answers/write-response.ts'
import { NOTHING } from '../incoming/read-body.ts'

/** Alternating names and values, a form of headers that `writeHead` accepts. */
type Lines = (string | number)[]

/**
 * Sends a response.
 * @param method the request's method: a response to HEAD has no body and does not state its length.
 * @throws TypeError for headers that cannot be sent, before anything is sent.
 */
export function writeMessage(
  { status, headers, body }: WrittenAnswer,
  { method, response }: { readonly method: string; readonly response: ServerResponse },
): void {
  if (typeof body === 'string') {
    const length = Buffer.byteLength(body)
    const lines = linesOf(headers, length)
    response.writeHead(status, lines)
    // A body of pure ASCII is identical in Latin-1, the encoding of the head, so the head need not be scanned
    // for other characters.
    if (length === body.length) response.end(body, 'latin1')
    else response.end(hasMoreThanAscii(lines) ? Buffer.from(body) : body)
  } else if (body instanceof Uint8Array) {
    response.writeHead(status, linesOf(headers, body.length))
    response.end(body)
  } else if (body === null) {
    const isUntold = isWithoutContent(status, method)
    response.writeHead(status, linesOf(headers, isUntold ? undefined : 0))
    response.end()
  } else {
    const lines = linesOf(headers, body instanceof Blob ? body.size : undefined)
    response.writeHead(status, lines)
    // Send the head now, because the first part of the body might take some time.
    if (hasMoreThanAscii(lines)) response.write(NOTHING)
    else response.flushHeaders()
    pump(body instanceof Blob ? body.stream() : (body as ReadableStream<Uint8Array>), response)
  }
}

/**
 * True if a head has characters beyond ASCII. Node sends a head together with a following string, in the
 * string's encoding: UTF-8 writes two bytes for such a character, but HTTP uses one. A head before bytes is
 * sent as ISO 8859-1.
 * @see RFC 9110, 5.5
 */
function hasMoreThanAscii(lines: Lines): boolean {
  return lines.some((line) => typeof line === 'string' && MORE_THAN_ASCII.test(line))
}

const MORE_THAN_ASCII = /[\x80-\xff]/

/** @param length length of the body, which replaces a given `content-length`. */
function linesOf(headers: WrittenAnswer['headers'], length: number | undefined): Lines {
  const lines: Lines = []
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (typeof value !== 'string') for (const line of value) lines.push(name, line)
    else if (length === undefined || name !== 'content-length') lines.push(name, value)
  }
  if (length !== undefined) lines.push('content-length', length)
  return lines
}

/** Sends a stream as fast as the client reads it, and stops if the client disconnects. */
function pump(stream: ReadableStream<Uint8Array>, response: ServerResponse): void {
  const source = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', () => response.destroy())
  response.on('close', () => source.destroy())
  source.pipe(response)
}
