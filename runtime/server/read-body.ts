import { HttpProblem } from './problem.ts'

type Bytes = Uint8Array<ArrayBuffer>

const NOTHING: Bytes = new Uint8Array(0)

/**
 * Reads a request's body, and no more of it than is allowed.
 * @throws HttpProblem `body-too-large`, or `malformed-body` when the body breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Bytes> {
  const declared = request.headers.get('content-length')
  const length = declared === null ? undefined : Number(declared)
  if (length === 0) return NOTHING
  if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes)
  try {
    // A declared length lets the Node adapter read the socket without building a stream.
    const bytes =
      length === undefined ? await readStream(request, maxBytes) : new Uint8Array(await request.arrayBuffer())
    if (bytes.length > maxBytes) throw tooLarge(maxBytes)
    return bytes
  } catch (error) {
    if (error instanceof HttpProblem) throw error
    throw new HttpProblem({
      kind: 'malformed-body',
      detail: 'The body broke off before its end.',
      cause: error,
    })
  }
}

async function readStream(request: Request, maxBytes: number): Promise<Bytes> {
  if (request.body === null) return NOTHING
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > maxBytes) {
      // Not awaited: a source that never settles its cancellation would hold back the answer.
      reader.cancel().catch(() => undefined)
      throw tooLarge(maxBytes)
    }
    chunks.push(next.value)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem({ kind: 'body-too-large', detail: `The body is larger than ${maxBytes} bytes.` })
}
