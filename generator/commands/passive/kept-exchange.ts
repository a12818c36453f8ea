import type { IncomingMessage } from 'node:http'
import { decodedText, type Recorded } from '@concordat/contract/passive'
import { endToEndHeaders, proxiedHeadersOf } from './raw-headers.ts'

/** Collects the first bytes of a body, up to a limit. */
export class KeptBytes {
  readonly #most: number
  readonly #chunks: Buffer[] = []
  #size = 0
  isCut = false

  constructor(most: number) {
    this.#most = most
  }

  add(chunk: Buffer): void {
    const room = this.#most - this.#size
    if (room > 0) this.#chunks.push(chunk.subarray(0, room))
    this.#size += Math.min(chunk.length, Math.max(room, 0))
    if (chunk.length > room) this.isCut = true
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

export function recordedByProxy(exchange: {
  readonly incoming: IncomingMessage
  readonly address: URL
  readonly sent: KeptBytes
  readonly answer: IncomingMessage
  readonly got: KeptBytes
  readonly isWhole: boolean
}): Recorded {
  const { incoming, address, sent, answer, got, isWhole } = exchange
  const isCut = got.isCut || !isWhole
  const text = decoded(got.bytes, { codings: answer.headers['content-encoding'], isCut })
  const body = sent.isCut ? undefined : sent.bytes.toString('utf8')
  return {
    request: {
      method: incoming.method ?? 'GET',
      url: address.href,
      headers: Object.fromEntries(
        endToEndHeaders(incoming.rawHeaders)
          .map(([name, value]) => [name.toLowerCase(), value] as const)
          .filter(([name]) => name !== 'content-length'),
      ),
      ...(body !== undefined && body !== '' && { body }),
    },
    status: answer.statusCode ?? 0,
    headers: proxiedHeadersOf(answer),
    ...(text !== undefined && { text }),
    ...(isCut && { isCut }),
  }
}

/**
 * Decodes a body; returns `undefined` if that fails. A body that cannot be decoded is passed on but not
 * checked.
 */
function decoded(
  bytes: Buffer,
  coding: { readonly codings: string | undefined; readonly isCut: boolean },
): string | undefined {
  try {
    return decodedText(bytes, coding)
  } catch {
    return undefined
  }
}
