import { GatheredBytes } from '../../http/bounded/gathered-bytes.ts'
import { HttpProblem } from '../problems/problem.ts'

export type Bytes = Uint8Array<ArrayBuffer>

export const NOTHING: Bytes = new Uint8Array(0)

/**
 * Reads a request's body up to a limit.
 * @throws HttpProblem `body-too-large`, or `malformed-body` if the body is incomplete.
 * @throws TypeError if the application has already read the body.
 */
export async function readIncomingBody(request: Request, maxBytes: number): Promise<Bytes> {
  if (request.bodyUsed) throw bodyRead()
  const declared = request.headers.get('content-length')
  const length = declared === null ? undefined : Number(declared)
  if (length !== undefined && length > maxBytes) throw bodyTooLarge(maxBytes)
  try {
    if (length === undefined || !isFramed(request)) return await readStream(request, maxBytes)
    return length === 0 ? NOTHING : new Uint8Array(await request.arrayBuffer())
  } catch (error) {
    if (error instanceof HttpProblem) throw error
    throw bodyBrokeOff(error)
  }
}

/** The application's own error, which is not the caller's fault. */
export function bodyRead(): TypeError {
  return new TypeError('The body has already been read.')
}

export function bodyBrokeOff(cause: unknown): HttpProblem {
  return new HttpProblem({ kind: 'malformed-body', detail: 'The body ended prematurely.', cause })
}

/**
 * True for a request from the Node adapter, whose body HTTP limits to the declared length. For any other
 * request, the header is only a claim.
 */
function isFramed(request: Request): boolean {
  return request.arrayBuffer !== Request.prototype.arrayBuffer
}

async function readStream(request: Request, maxBytes: number): Promise<Bytes> {
  if (request.body === null) return NOTHING
  const reader = request.body.getReader()
  const gathered = new GatheredBytes()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    gathered.add(next.value)
    if (gathered.length > maxBytes) {
      // Do not await this: a source that never completes its cancellation would delay the response.
      reader.cancel().catch(() => undefined)
      throw bodyTooLarge(maxBytes)
    }
  }
  return gathered.join()
}

export function bodyTooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem({ kind: 'body-too-large', detail: `The body is larger than ${maxBytes} bytes.` })
}
