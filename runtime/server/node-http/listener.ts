import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fetch, toAnswering } from '../answers/answering.ts'
import type { WrittenAnswer } from '../answers/write-response.ts'
import { drain } from './drain.ts'
import { messageUrl } from './message-url.ts'
import { NodeIncoming } from './node-incoming.ts'
import { refuseAmbiguous } from './raw-request.ts'
import { writeMessage } from './write-message.ts'

/** Answers a message of Node's server. */
export type Listener = (message: IncomingMessage, response: ServerResponse) => void

export interface ListenerOptions {
  /** Origin by which callers know the server, whatever `Host` says. */
  readonly origin?: string | undefined
  /** Stands for `Host` where a message of HTTP/1.0 has none. */
  readonly hostname?: string
}

/**
 * Makes a listener of an App, or of any function of the web platform. An App reads messages and writes
 * answers itself. Other functions get a `Request` of the platform, and their `Response` is read.
 */
export function listenerOf(fetch: Fetch, { hostname, origin }: ListenerOptions): Listener {
  const answer = toAnswering(fetch)
  return (message, response) => {
    if (refuseAmbiguous(message, response, message.url)) return
    const url = messageUrl(message, { hostname, origin })
    if (url === undefined) {
      response.writeHead(400, { 'content-length': 0 }).end()
      return
    }
    const incoming = new NodeIncoming(message, url)
    response.on('close', () => {
      if (!response.writableFinished) incoming.abort()
      else if (!incoming.isWhole) drain(message)
    })
    const fail = (error: unknown): void => failed(error, response)
    // It catches its own errors: a `catch` behind it would be one more promise for each response.
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
 * An App reports its failures itself. Code in front of it may fail too, and may set
 * headers that HTTP cannot carry.
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
  // The caller has gone away, or something else has answered.
  if (response.destroyed || response.headersSent) {
    if (written.body instanceof ReadableStream) void written.body.cancel()
    return
  }
  writeMessage(written, { method: incoming.method, response })
}
