import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import manifest from '@concordat/contract/package.json' with { type: 'json' }
import { GatheredBytes, isJson, mayHaveBody, mediaTypeEssence, streamFormat } from '@concordat/runtime/http'
import { JsonBounds } from '../../data/exchange/json-text.ts'
import type { WireRequest } from '../../data/exchange/request.ts'
import { transportedContent } from './content.ts'
import { withoutCodings } from './content-codings.ts'
import { noteReplyBegun } from './failure.ts'
import { type Beginning, type Pieces, readBeginning } from './read-beginning.ts'
import { type Sign, signedRequest } from './sign.ts'
import { MOST_ANSWER_BYTES, TOO_LARGE, TooLarge, Undecodable } from './unreadable.ts'

/** Name and version of this program. Some servers refuse a client without a version. */
const USER_AGENT = `concordat/${manifest.version}`

/** Optional settings for a TLS connection. Certificates and the key are texts of PEM files. */
export interface Tls {
  /** The client's certificate, for `mutualTLS`. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  readonly passphrase?: string | undefined
  /** Trusted certificate authorities, in place of those that Node trusts. */
  readonly authority?: string | undefined
}

/** A response that was read completely, or the beginning of a stream or of a response that is too long. */
export interface ReceivedReply {
  readonly status: number
  readonly headers: Headers
  /** The text after decoding the content codings and UTF-8. */
  readonly text: string
  /** The decoded bytes, if they are not JSON and were read completely. */
  readonly octets?: Uint8Array
  /** True if there may be more content. */
  readonly isCut?: boolean
  /**
   * The reason why the content is unreadable, as part of a sentence: "more than 10 MiB". In that case, the
   * text is the beginning of the content, or empty. If this is absent, JSON content is within the bounds and
   * need not be measured again.
   */
  readonly unreadable?: string
  /** Names of the request's headers that `sign` set. */
  readonly signed?: readonly string[]
}

/**
 * Sends one request. Redirects are not followed. Rejects with the signal's reason once the signal is aborted.
 */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<ReceivedReply>

/**
 * Returns the function that sends requests, using either a replacement for `fetch` or connections that are
 * kept open.
 */
export function transportOf(target: {
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  readonly tls?: Tls | undefined
  /** Base URL of the server. If `sign` is set, only requests to the origin of this URL are signed. */
  readonly baseUrl?: string
  readonly sign?: Sign | undefined
}): Transport {
  const { baseUrl, sign } = target
  const transport = target.fetch === undefined ? overSockets(target.tls) : through(target.fetch)
  const isSigned = ({ url }: WireRequest): boolean =>
    baseUrl !== undefined && url.origin === new URL(baseUrl).origin
  return async (request, signal) => {
    const signing = sign !== undefined && isSigned(request) ? await signedRequest(request, sign) : undefined
    const { signed } = signing ?? {}
    const received = {
      ...(await transport(signing?.request ?? request, signal)),
      ...(signed !== undefined && { signed }),
    }
    const mediaType = received.headers.get('content-type') ?? ''
    const isPart = received.isCut === true && streamFormat(mediaType) === undefined
    // If a file exceeds the limit, its beginning is enough, but an incomplete JSON text is useless.
    if (!isPart || !isJson(mediaTypeEssence(mediaType))) return received
    const { isCut: _, ...whole } = received
    return { unreadable: TOO_LARGE, ...whole }
  }
}

function through(send: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body = null }, signal) => {
    // Encodes a string, which would otherwise get a Content-Type.
    const encoded = typeof body === 'string' ? new TextEncoder().encode(body) : body
    const content = mayHaveBody(method) ? encoded : null
    const request = new Request(url, { method, headers, body: content, redirect: 'manual', signal })
    const response = await send(request)
    const answered = { status: response.status, headers: response.headers }
    const mediaType = response.headers.get('content-type') ?? ''
    const format = streamFormat(mediaType)
    if (response.body === null) return { ...answered, text: '' }
    const reader = response.body.getReader()
    const pieces = {
      next: async () => (await reader.read()).value,
      // Not awaited, because a stream whose cancellation never settles would block the run.
      close: () => void reader.cancel().catch(() => undefined),
    }
    const { bytes, ...part } =
      format === undefined ? await wholeOf(pieces, mediaType) : await readBeginning(pieces, mediaType)
    return { ...answered, ...asText(bytes, { mediaType, ...part }) }
  }
}

/** Information about bytes that were read: how to decode them, and what is missing. */
interface Part extends Omit<Beginning, 'bytes' | 'unreadable'> {
  readonly mediaType: string
  readonly unreadable?: string | undefined
}

/** Decodes a text, and keeps its bytes unless they are JSON or incomplete. */
function asText(
  bytes: Uint8Array,
  { mediaType, isCut, unreadable }: Part,
): Pick<ReceivedReply, 'text' | 'octets' | 'isCut' | 'unreadable'> {
  const isWhole = !isCut && !isJson(mediaTypeEssence(mediaType))
  return {
    text: new TextDecoder().decode(bytes),
    ...(isWhole && { octets: bytes }),
    ...(isCut && { isCut }),
    ...(unreadable !== undefined && { unreadable }),
  }
}

/**
 * Reads the whole body, up to the limits.
 * @param mediaType absent if the bytes are encoded, so that JSON cannot be measured.
 */
async function wholeOf({ next, close }: Pieces, mediaType = ''): Promise<Beginning> {
  const gathered = new GatheredBytes()
  const bounds = isJson(mediaTypeEssence(mediaType)) ? new JsonBounds() : undefined
  for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
    gathered.add(chunk)
    const unreadable = bounds?.add(chunk)
    if (gathered.length <= MOST_ANSWER_BYTES && unreadable === undefined) continue
    close()
    return { bytes: gathered.join(), isCut: true, ...(unreadable !== undefined && { unreadable }) }
  }
  return { bytes: gathered.join(), isCut: false }
}

/**
 * Sends requests with Node's HTTP client, because `fetch` needs three times the processor time for each
 * request, which limits the speed of a run.
 */
function overSockets({ certificate, key, passphrase, authority }: Tls = {}): Transport {
  const plain = new HttpAgent({ keepAlive: true })
  const secure = new HttpsAgent({
    keepAlive: true,
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(passphrase !== undefined && { passphrase }),
    ...(authority !== undefined && { ca: authority }),
  })
  return async ({ method, url, headers, body }, signal) => {
    const content = body === undefined ? undefined : await transportedContent(body)
    const sent: Record<string, string> = { 'user-agent': USER_AGENT }
    // Set explicitly, because Node sets the length only for some methods.
    if (content !== undefined) sent['content-length'] = String(content.bytes.byteLength)
    if (content?.type != null) sent['content-type'] = content.type
    for (const [name, value] of headers) sent[name] = value
    const isSecure = url.protocol === 'https:'
    const ask = (agent: HttpAgent): Promise<IncomingMessage> => {
      const request = (isSecure ? overHttps : overHttp)(url, { method, headers: sent, agent, signal })
      request.end(content?.bytes)
      return answerTo(request)
    }
    try {
      const alone = (): HttpAgent => (isSecure ? new HttpsAgent(secure.options) : new HttpAgent())
      // HEAD gets a connection of its own, because a server that sends a body in response corrupts the next
      // response on the same connection.
      const kept = method === 'HEAD' ? alone() : isSecure ? secure : plain
      const response = await ask(kept).catch((error: unknown) => {
        if (!(error instanceof StaleConnection)) throw error
        return ask(alone())
      })
      noteReplyBegun(signal, response.statusCode ?? 0)
      const { bytes, ...part } = await contentOfAnswer(response)
      const { 'content-encoding': codings, 'content-type': mediaType = '' } = response.headers
      const content = decoded(bytes, { codings, mediaType, ...part })
      return { status: response.statusCode ?? 0, headers: headersOf(response), ...content }
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }
}

/**
 * Thrown if a reused connection was closed before any byte of a response, so that the request got no
 * response. Servers close idle connections at any time, and some close them without notice after a failure.
 */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // Errors are handled even after the response has begun, because an unhandled error event ends the
    // process.
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE'
      reject(request.reusedSocket && isClosed ? new StaleConnection(error.message, { cause: error }) : error)
    })
  })
}

async function contentOfAnswer(response: IncomingMessage): Promise<Beginning> {
  const mediaType = response.headers['content-type'] ?? ''
  const plain = response.headers['content-encoding'] === undefined ? mediaType : undefined
  const iterator = response[Symbol.asyncIterator]()
  const pieces = {
    next: async () => (await iterator.next()).value,
    close: () => void response.destroy(),
  }
  return streamFormat(mediaType) === undefined ? wholeOf(pieces, plain) : readBeginning(pieces, plain)
}

function decoded(
  bytes: Uint8Array,
  coding: Part & { readonly codings: string | undefined },
): Pick<ReceivedReply, 'text' | 'octets' | 'isCut' | 'unreadable'> {
  try {
    const content = withoutCodings(bytes, coding)
    const isMeasured = coding.codings === undefined || !isJson(mediaTypeEssence(coding.mediaType))
    const unreadable = isMeasured ? coding.unreadable : new JsonBounds().add(content)
    return asText(content, { ...coding, unreadable })
  } catch (error) {
    if (error instanceof TooLarge) return { text: '', isCut: true }
    if (error instanceof Undecodable) return { text: '', unreadable: error.message }
    throw error
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return headers
}
