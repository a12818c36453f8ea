import { type ItemDecoder, itemDecoder } from '../../http/stream/item-decoder.ts'
import { ItemError } from '../../http/stream/item-error.ts'
import type { StreamDescriptor } from '../../http/stream/stream.ts'
import { NetworkError, TimeoutError } from '../errors/errors.ts'
import { pauseBeforeRetry } from '../middlewares/retry.ts'

/**
 * Default time to wait before reconnecting, in milliseconds. The server can set another time, up to the
 * longest.
 */
const RETRY_MS = 1_000
const RETRY_LONGEST_MS = 60_000

/** The source of a call's items. */
export interface ItemSource {
  readonly stream: StreamDescriptor
  readonly response: Response
  readonly signal: AbortSignal | undefined
  /**
   * Maximum number of consecutive reconnects: `afterBreak` after a broken connection, and `afterEnd` after
   * the stream has ended.
   */
  readonly reconnects: { readonly afterBreak: (lastId: string) => number; readonly afterEnd: number }
  /**
   * Requests the stream again, starting after the last event; returns `undefined` if the server reports that
   * the stream has ended.
   */
  readonly reopen: (lastId: string) => Promise<Response | undefined>
  /** Creates the error that the iteration throws if reading fails. */
  readonly failure: (cause: unknown) => unknown
}

/** True if no response was received. An error response is final. */
function isTransient(cause: unknown): boolean {
  return cause instanceof NetworkError || cause instanceof TimeoutError
}

/** Yields items as they arrive. Ending the iteration closes the connection. */
export function streamItems(source: ItemSource): AsyncIterableIterator<unknown, void, undefined> {
  const reading: Reading = {
    ...{ isOver: false, close: () => source.response.body?.cancel() },
    ...{ lastId: '', wait: RETRY_MS, tries: 0 },
  }
  const items = readItems(source, reading)
  return {
    next: () => items.next(),
    async return() {
      reading.isOver = true
      // Aborts a read in progress, because the generator would otherwise wait for it.
      await reading.close()
      return items.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

interface Reading {
  /** True once the caller stops iterating. */
  isOver: boolean
  close: () => unknown
  /** Id of the last event received. */
  lastId: string
  /** Milliseconds before reconnecting. */
  wait: number
  /** Number of requests since the last item. */
  tries: number
}

/** The way in which reading a body ended. */
interface End {
  readonly broken?: { readonly cause: unknown }
  readonly isFinal: boolean
}

async function* readItems(source: ItemSource, reading: Reading): AsyncGenerator<unknown, void, undefined> {
  let next: Response | undefined = source.response
  while (next !== undefined) {
    const end: End = yield* readOnce(next, source, reading)
    next = await openAgain(end, source, reading)
  }
}

async function* readOnce(
  response: Response,
  { stream, signal }: ItemSource,
  reading: Reading,
): AsyncGenerator<unknown, End, undefined> {
  let decoder: ItemDecoder | undefined
  let broken: End['broken']
  try {
    decoder = itemDecoder(stream, response.headers.get('content-type') ?? '')
    if (decoder.events !== undefined) decoder.events.lastId = reading.lastId
    for await (const item of decoded(response, decoder, reading)) {
      reading.tries = 0
      yield item
    }
  } catch (cause) {
    broken = { cause }
  }
  const { lastId = '', retry = reading.wait } = decoder?.events ?? {}
  reading.lastId = lastId
  reading.wait = Math.min(retry, RETRY_LONGEST_MS)
  const isEnded = reading.isOver || decoder?.isEnded || signal?.aborted
  return { isFinal: isEnded || broken?.cause instanceof ItemError, ...(broken && { broken }) }
}

/**
 * @returns `undefined` after the last item. @throws the last retry's error or, if there was no retry, the
 * error that broke the stream.
 */
async function openAgain(
  { broken, isFinal }: End,
  { signal, reconnects, reopen, failure }: ItemSource,
  reading: Reading,
): Promise<Response | undefined> {
  let reason = broken
  const byEnd = broken === undefined ? reconnects.afterEnd : reconnects.afterBreak(reading.lastId)
  const most = isFinal ? 0 : byEnd
  while (reading.tries < most) {
    await pauseUnlessOver(reading.wait, signal, reading)
    if (reading.isOver) return undefined
    reading.tries++
    try {
      return await reopen(reading.lastId)
    } catch (cause) {
      if (!isTransient(cause)) throw cause
      reason = { cause }
    }
  }
  if (reason === undefined || reading.isOver) return undefined
  throw failure(reason.cause)
}

/** Waits, or stops at once if the iteration ends. */
async function pauseUnlessOver(
  wait: number,
  signal: AbortSignal | undefined,
  reading: Reading,
): Promise<void> {
  const stop = new AbortController()
  reading.close = () => stop.abort()
  try {
    await pauseBeforeRetry(wait, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal)
  } catch (error) {
    if (!reading.isOver) throw error
  }
}

/** Reads a body to its end and yields its items. The body is always closed. */
async function* decoded(
  { body }: Response,
  decoder: ItemDecoder,
  reading: Reading,
): AsyncGenerator<unknown, void, undefined> {
  if (body === null || reading.isOver) return
  const reader = body.getReader()
  // Ignores the rejection of `cancel()` if the body has already failed.
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
