import type { ItemEncoder } from './encode-stream.ts'

/** Writes the items of a body. */
export interface ItemWriter extends Pick<ItemEncoder, 'end'> {
  /** Encodes an item. If it throws an error, the stream ends. */
  readonly write: ItemEncoder['write']
  /**
   * Called with an error that ended the stream early, because the response has already started and cannot
   * report the error.
   */
  readonly onFailure: (error: unknown) => void
}

/** True for a body that a handler returns as an iterable, other than a string. */
export function isItems(body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body)
  )
}

/**
 * Writes items on demand: each item is created after the previous one has been consumed. If the caller
 * disconnects, the iterator is closed. A failure aborts the connection, so that the caller notices it.
 */
export function writeStream(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  { write, end: last, onFailure }: ItemWriter,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let isOver = false
  // Not awaited, because `return` settles only after whatever the iterator itself is waiting for.
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
