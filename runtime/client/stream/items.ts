import { type ItemDecoder, itemDecoder } from '../../http/stream/item-decoder.ts'
import { ItemError } from '../../http/stream/item-error.ts'
import type { StreamDescriptor } from '../../http/stream/stream.ts'
import { NetworkError, TimeoutError } from '../errors/errors.ts'
import { pause } from '../middlewares/retry.ts'

/** Milliseconds before a stream is asked for again, where the server says nothing of it, and the longest pause that it gets. */
const RETRY_MS = 1_000
const RETRY_LONGEST_MS = 60_000

/** Where the items of a call come from. */
export interface ItemSource {
  readonly stream: StreamDescriptor
  readonly response: Response
  readonly signal: AbortSignal | undefined
  /** How often in a row the stream is asked for again: after it broke off, and after its end. */
  readonly reconnects: { readonly afterBreak: (lastId: string) => number; readonly afterEnd: number }
  /** Asks for the stream from the last event on; `undefined` when the server says that there is no more. */
  readonly reopen: (lastId: string) => Promise<Response | undefined>
  /** What iterating throws when reading threw. */
  readonly failure: (cause: unknown) => unknown
}

/** A refusal is final; a missing answer is not. */
function isTransient(cause: unknown): boolean {
  return cause instanceof NetworkError || cause instanceof TimeoutError
}

/** Items as they come. To stop iterating closes the connection. */
export function itemsOf(source: ItemSource): AsyncIterableIterator<unknown, void, undefined> {
  const reading = { isOver: false, close: (): unknown => source.response.body?.cancel() }
  const items = readItems(source, reading)
  return {
    next: () => items.next(),
    async return() {
      reading.isOver = true
      // Reading that is under way ends by this; the generator itself would wait for it.
      await reading.close()
      return items.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Ended when the caller stops iterating. */
interface Reading {
  isOver: boolean
  close: () => unknown
}

async function* readItems(
  { stream, response, signal, reconnects, reopen, failure }: ItemSource,
  reading: Reading,
): AsyncGenerator<unknown, void, undefined> {
  let next: Response | undefined = response
  let lastId = ''
  let wait = RETRY_MS
  for (let tries = 0; next !== undefined; ) {
    let decoder: ItemDecoder | undefined
    let broken: { readonly cause: unknown } | undefined
    try {
      decoder = itemDecoder(stream, next.headers.get('content-type') ?? '')
      if (decoder.events !== undefined) decoder.events.lastId = lastId
      for await (const item of decoded(next, decoder, reading)) {
        tries = 0
        yield item
      }
    } catch (cause) {
      broken = { cause }
    }
    lastId = decoder?.events?.lastId ?? ''
    wait = Math.min(decoder?.events?.retry ?? wait, RETRY_LONGEST_MS)
    const isFinal =
      reading.isOver || decoder?.isEnded || signal?.aborted || broken?.cause instanceof ItemError
    const most = isFinal ? 0 : broken === undefined ? reconnects.afterEnd : reconnects.afterBreak(lastId)
    for (next = undefined; next === undefined; tries++) {
      if (tries >= most) {
        if (broken === undefined || reading.isOver) return
        throw failure(broken.cause)
      }
      await pauseUnlessOver(wait, signal, reading)
      if (reading.isOver) return
      try {
        next = await reopen(lastId)
        if (next === undefined) return
      } catch (cause) {
        if (!isTransient(cause)) throw cause
        broken = { cause }
      }
    }
  }
}

/** Waits; stopping the iteration ends the wait at once. */
async function pauseUnlessOver(
  wait: number,
  signal: AbortSignal | undefined,
  reading: Reading,
): Promise<void> {
  const stop = new AbortController()
  reading.close = () => stop.abort()
  try {
    await pause(wait, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal)
  } catch (error) {
    if (!reading.isOver) throw error
  }
}

/** Reads one body to its end. It is closed in any case. */
async function* decoded(
  { body }: Response,
  decoder: ItemDecoder,
  reading: Reading,
): AsyncGenerator<unknown, void, undefined> {
  if (body === null || reading.isOver) return
  const reader = body.getReader()
  // Not awaited by the reader itself: a body that has failed rejects it.
  reading.close = () => reader.cancel().catch(() => undefined)
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      yield* decoder.push(chunk.value)
      if (decoder.isEnded) return
    }
    yield* decoder.end()
  } finally {
    await reading.close()
  }
}
