import type { IncomingMessage } from 'node:http'
import { GatheredBytes } from '../../http/bounded/gathered-bytes.ts'
import { type Bytes, bodyBrokeOff, bodyRead, bodyTooLarge, NOTHING } from '../incoming/read-body.ts'
import { HttpProblem } from '../problems/problem.ts'
import { rawBodyOf } from './node-request.ts'

/** A message whose body should be read. */
export interface MessageSource {
  readonly message: IncomingMessage
  /** True once the whole body has been read from the message, whose end might not be known yet. */
  isWhole: boolean
}

/**
 * Reads a message's body from its socket, up to a limit.
 * @throws HttpProblem `body-too-large`, or `malformed-body` if the body is incomplete.
 * @throws TypeError if the application has already read the body.
 */
export function readMessage(source: MessageSource, maxBytes: number): Bytes | Promise<Bytes> {
  const { message } = source
  const { 'content-length': declared, 'transfer-encoding': encoding } = message.headers
  if (Number(declared) > maxBytes) throw bodyTooLarge(maxBytes)
  const kept = rawBodyOf(message)
  if (kept !== undefined) return kept
  if (message.readableDidRead) throw bodyRead()
  const isEmpty =
    declared === undefined ? encoding === undefined && message.httpVersionMajor < 2 : declared === '0'
  if (isEmpty) return NOTHING
  if (message.destroyed) return rescued(message, new GatheredBytes())
  const mayHaveCome = declared !== undefined && message.readableFlowing === null
  return mayHaveCome ? arrived(source, { length: Number(declared), maxBytes }) : collected(message, maxBytes)
}

/**
 * Reads a body that arrived with its head, as most bodies do: Node has parsed both before any promise
 * continues, and keeps the body with the message. Reading it from there is faster than listening for its
 * parts and its end.
 */
async function arrived(
  source: MessageSource,
  { length, maxBytes }: { readonly length: number; readonly maxBytes: number },
): Promise<Bytes> {
  await undefined
  const { message } = source
  if (message.destroyed) return rescued(message, new GatheredBytes())
  const body: Bytes | null = message.readableLength === length ? message.read() : null
  source.isWhole = body !== null
  return body ?? collected(message, maxBytes)
}

function collected(message: IncomingMessage, maxBytes: number): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const gathered = new GatheredBytes()
    const take = (chunk: Bytes): void => {
      gathered.add(chunk)
      if (gathered.length <= maxBytes) return
      message.off('data', take)
      reject(bodyTooLarge(maxBytes))
    }
    message.on('data', take)
    message.on('end', () => resolve(gathered.join()))
    // After other errors the message closes.
    message.on('error', (error) => error instanceof HttpProblem && reject(error))
    message.on('close', () => {
      if (message.readableEnded) return
      try {
        resolve(rescued(message, gathered))
      } catch (error) {
        reject(error)
      }
    })
  })
}

/**
 * The body of a client that disconnected after its last byte, if the message still has it. Such a client has
 * sent the whole body, even if it does not wait for the response.
 */
function rescued(message: IncomingMessage, gathered: GatheredBytes): Bytes {
  const rest: Bytes | null = message.complete ? message.read() : null
  if (rest !== null) gathered.add(rest)
  const body = gathered.join()
  const declared = message.headers['content-length']
  if (!message.complete || (declared !== undefined && Number(declared) !== body.length))
    throw bodyBrokeOff(message.errored ?? undefined)
  return body
}
