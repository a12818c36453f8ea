import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { isWithoutContent } from '../../http/status.ts'
import type { WrittenAnswer } from '../answers/write-response.ts'

/** Names and values in turn, as `writeHead` takes them without another look. */
type Lines = (string | number)[]

/**
 * Sends an answer.
 * @param method of the request: what answers HEAD has no body, and says nothing of its length.
 * @throws TypeError for headers that cannot be sent, before anything is.
 */
export function writeMessage(
  { status, headers, body }: WrittenAnswer,
  { method, response }: { readonly method: string; readonly response: ServerResponse },
): void {
  if (typeof body === 'string') {
    const length = Buffer.byteLength(body)
    response.writeHead(status, linesOf(headers, length))
    // Pure ASCII is the same in both, and one of them need not be looked through for anything else.
    response.end(body, length === body.length ? 'latin1' : 'utf8')
  } else if (body instanceof Uint8Array) {
    response.writeHead(status, linesOf(headers, body.length))
    response.end(body)
  } else if (body === null) {
    const isUntold = method === 'HEAD' || isWithoutContent(status)
    response.writeHead(status, linesOf(headers, isUntold ? undefined : 0))
    response.end()
  } else {
    response.writeHead(status, linesOf(headers, body instanceof Blob ? body.size : undefined))
    // The head goes out now, so that the caller knows that items will come.
    response.flushHeaders()
    pump(body instanceof Blob ? body.stream() : (body as ReadableStream<Uint8Array>), response)
  }
}

/** @param length of the body, which takes the place of a stated one. */
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

/** Sends a stream as fast as the caller takes it, and ends it when the caller goes away. */
function pump(stream: ReadableStream<Uint8Array>, response: ServerResponse): void {
  const source = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', () => response.destroy())
  response.on('close', () => source.destroy())
  source.pipe(response)
}
