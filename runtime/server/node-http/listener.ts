import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fetch, toAnswering } from '../answers/answering.ts'
import type { WrittenAnswer } from '../answers/write-response.ts'
import { drainMessage } from './drain.ts'
import { limitMessageChunks } from './limit-chunks.ts'
import { messageUrl } from './message-url.ts'
import { NodeIncoming } from './node-incoming.ts'
import { refuseAmbiguousMessage } from './raw-request.ts'
import { writeMessage } from './write-message.ts'

/** Answers a message from Node's server. */
export type Listener = (message: IncomingMessage, response: ServerResponse) => void

export interface ListenerOptions {
  /** The server's public origin, regardless of `Host`. */
  readonly origin?: string | undefined
  /** Replaces a missing `Host` in HTTP/1.0. */
  readonly hostname?: string
}

/**
 * Creates a listener for an App, or for any web-platform fetch function. An App reads messages and writes
 * responses itself. Other functions get a `Request`, and their `Response` is converted.
 */
export function listenerOf(fetch: Fetch, { hostname, origin }: ListenerOptions): Listener {
  const answer = toAnswering(fetch)
  return (message, response) => {
    if (refuseAmbiguousMessage(message, response, message.url)) return
    const url = messageUrl(message, { hostname, origin })
    if (url === undefined) {
      response.writeHead(400, { 'content-length': 0 }).end()
      return
    }
    const incoming = new NodeIncoming(message, url)
    if (incoming.header('transfer-encoding') !== null) limitMessageChunks(message)
    response.on('close', () => {
      if (!response.writableFinished) incoming.abort()
      else if (!incoming.isWhole) drainMessage(message)
    })
    const fail = (error: unknown): void => failed(error, response)
    // Handles its own errors, because a `catch` would add a promise to each response.
    const finish = (written: WrittenAnswer): void => {
      try {
        send(written, { incoming, response })
      } catch (error) {
        fail(error)
      }
    }
    try {
      const answered = answer(incoming)
      if (answered instanceof Promise) answered.then(finish, fail)
      else finish(answered)
    } catch (error) {
      fail(error)
    }
  }
}

/**
 * Handles a failure of code in front of the App, or invalid headers from that code. The App reports its own
 * failures.
 */
function failed(error: unknown, response: ServerResponse): void {
  console.error(error)
  if (response.headersSent) response.destroy()
  else response.writeHead(500, { 'content-length': 0 }).end()
}

function send(
  written: WrittenAnswer,
  { incoming, response }: { readonly incoming: NodeIncoming; readonly response: ServerResponse },
): void {
  // The client has disconnected, or other code has already responded.
  if (response.destroyed || response.headersSent) {
    if (written.body instanceof ReadableStream) void written.body.cancel()
    return
  }
  writeMessage(written, { method: incoming.method, response })
}
