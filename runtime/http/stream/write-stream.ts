import type { ItemEncoder } from './encode-stream.ts'

/** Writer of the items of a body. */
export interface ItemWriter extends Pick<ItemEncoder, 'end'> {
  /** Encodes one item for the wire. An error that it throws ends the stream. */
  readonly write: ItemEncoder['write']
  /**
   * Called with the failure that ended the stream early: the response has begun, and can no longer report it.
   */
  readonly onFailure: (error: unknown) => void
}

/** True if a handler returns items one by one. A text is one whole. */
export function isItems(body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body)
  )
}

/**
 * Writes items on demand: none is made before the one ahead of it has been taken. If the caller
 * goes away, the iterator is ended. A failure breaks the connection off, so that the caller
 * sees that something is missing.
 */
export function writeStream(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  { write, end: last, onFailure }: ItemWriter,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let isOver = false
  // Not awaited: items that wait for something of their own hear of it only afterwards.
  const end = (): void => {
    isOver = true
    void (async () => iterator.return?.())().catch(onFailure)
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const next = await iterator.next()
          if (isOver) return
          const bytes = await bytesOf(next.done ? [last()] : write(next.value))
          if (isOver) return
          if (bytes.length > 0) controller.enqueue(bytes)
          if (next.done) controller.close()
        } catch (error) {
          if (isOver) return
          end()
          onFailure(error)
          controller.error(error)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

async function bytesOf(pieces: BlobPart[]): Promise<Uint8Array> {
  const [first] = pieces
  if (pieces.length === 1 && typeof first === 'string') return new TextEncoder().encode(first)
  if (pieces.length === 1 && first instanceof Uint8Array) return first
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
