import type { Middleware } from '../call/call.ts'
import { responseWithBody } from './whole-response.ts'

/** Progress in transferring a body. */
export interface Progress {
  /** So far. */
  readonly bytes: number
  /** Length of the complete body in bytes; `undefined` if unknown. */
  readonly total: number | undefined
}

/**
 * Maximum number of bytes between two reports. Without this limit, platforms would deliver a whole Blob in
 * one piece.
 */
const PIECE = 65_536

type Report = (progress: Progress) => void

/**
 * Reports how much of a request's body the network has accepted. The body is sent as a stream, which is
 * supported by Node, and by Chromium over HTTP/2 or later. On platforms without this support, only the end is
 * reported, when the response arrives, and only if the body's length is known.
 */
export function uploadProgress(report: Report): Middleware {
  return async (request, next, sending) => {
    const total = sizeOf(sending.body?.body)
    if (request.body && sendsStreams()) {
      const body = counted(request.body, { report, total })
      const init: RequestInit & { readonly duplex: 'half' } = { body, duplex: 'half' }
      return next(new Request(request, init))
    }
    const response = await next(request)
    if (total !== undefined) report({ bytes: total, total })
    return response
  }
}

/** Reports how much of a response's body has arrived. Compressed bodies have no `total`. */
export function downloadProgress(report: Report): Middleware {
  return async (request, next) => {
    const response = await next(request)
    if (!response.body) return response
    const length = response.headers.get('Content-Length')
    const total = length === null || response.headers.has('Content-Encoding') ? undefined : Number(length)
    return responseWithBody(response, counted(response.body, { report, total }))
  }
}

/** Returns the same bytes in pieces, each of which is reported when it is read. */
function counted(
  body: ReadableStream<Uint8Array>,
  { report, total }: { readonly report: Report; readonly total: number | undefined },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let rest = new Uint8Array()
  let bytes = 0
  return new ReadableStream(
    {
      async pull(controller) {
        if (rest.length === 0) {
          const { done, value } = await reader.read()
          if (done) return controller.close()
          rest = value as typeof rest
        }
        const piece = rest.subarray(0, PIECE)
        rest = rest.subarray(PIECE)
        bytes += piece.length
        controller.enqueue(piece)
        report({ bytes, total })
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function sizeOf(body: BodyInit | undefined): number | undefined {
  if (body === undefined || body instanceof ReadableStream || body instanceof FormData) return undefined
  return body instanceof Blob
    ? body.size
    : new Blob([body instanceof URLSearchParams ? `${body}` : body]).size
}

/**
 * True if the platform can send streams: it reads the `duplex` option, and does not convert a stream to the
 * text "[object ReadableStream]".
 */
function sendsStreams(): boolean {
  let asked = false
  const { headers } = new Request('http://localhost', {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      asked = true
      return 'half'
    },
  } as RequestInit)
  return asked && !headers.has('Content-Type')
}
