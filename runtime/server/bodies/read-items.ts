import type { StreamDescriptor } from '../../http/operation.ts'
import { type ItemDecoder, itemDecoder } from '../../http/stream/item-decoder.ts'
import { ItemError } from '../../http/stream/item-error.ts'
import { bodyBrokeOff, bodyTooLarge } from '../incoming/read-body.ts'
import { HttpProblem } from '../problems/problem.ts'
import { JsonReader, type JsonReading } from './parse-json.ts'

/**
 * Yields the items of a request's body as they arrive. Data is read only when the next item is requested.
 * @throws HttpProblem when the handler reaches the problem: `body-too-large`, `body-too-complex`, or
 * `malformed-body`; also `invalid-body` if an item is nested too deeply.
 */
export async function* readRequestItems(
  request: Request,
  { stream, limits }: { readonly stream: StreamDescriptor; readonly limits: JsonReading & { bytes: number } },
): AsyncGenerator<unknown, void, undefined> {
  const mediaType = request.headers.get('content-type') ?? ''
  const decoder = decoderOf(stream, mediaType, limits)
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.length
    if (size > limits.bytes) throw bodyTooLarge(limits.bytes)
    yield* refusing(decoder.push(chunk))
    if (decoder.isEnded) return
  }
  yield* refusing(decoder.end())
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } catch (error) {
    throw error instanceof HttpProblem ? error : bodyBrokeOff(error)
  } finally {
    // Do not await this: a source that never completes its cancellation would delay the response.
    reader.cancel().catch(() => undefined)
  }
}

function* refusing(items: Iterable<unknown>): Generator<unknown, void, undefined> {
  try {
    yield* items
  } catch (cause) {
    throw asProblem(cause)
  }
}

function decoderOf(stream: StreamDescriptor, mediaType: string, limits: JsonReading): ItemDecoder {
  try {
    return itemDecoder(stream, mediaType, { parse: (text) => new JsonReader(limits).parse(text) })
  } catch (cause) {
    throw asProblem(cause)
  }
}

function asProblem(cause: unknown): unknown {
  if (!(cause instanceof ItemError)) return cause
  return new HttpProblem({ kind: 'malformed-body', detail: `${cause.message}.`, cause })
}
