/** How the items of an answer are written. */
export interface ItemWriter {
  /** The text of one item. What it throws ends the stream. */
  readonly write: (item: unknown) => string
  /** Told of what ended the stream before its end: the answer has begun, and can no longer say so. */
  readonly onFailure: (error: unknown) => void
}

const utf8 = new TextEncoder()

/** Whether a handler answers items one by one. A text is one whole. */
export function isItems(body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body)
  )
}

/**
 * Writes items as they are asked for: none is made before the one ahead of it has been taken. Bytes go as they are. When the caller
 * goes away the items are told to end; a failure breaks the connection off, so that the caller sees that something is missing.
 */
export function writeStream(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  { write, onFailure }: ItemWriter,
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
          if (next.done) controller.close()
          else
            controller.enqueue(next.value instanceof Uint8Array ? next.value : utf8.encode(write(next.value)))
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
