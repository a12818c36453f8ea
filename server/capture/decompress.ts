import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { mediaTypeEssence } from '@concordat/runtime/http'
import type { Incoming } from '@concordat/runtime/server'
import { Refusal } from '../refusals/refusal.ts'
import { captureRefusals } from './refusals.ts'

const unzip = promisify(gunzip)

/** Limits for decompression. */
export interface GrowthLimits {
  /** Maximum size of a body, in bytes, both compressed and decompressed. */
  readonly bytes: number
  /**
   * Maximum ratio of decompressed to compressed size. Gzip can reach 1000; a batch of events reaches 10 to
   * 30.
   */
  readonly ratio: number
  /** Number of decompressed bytes that are always allowed, regardless of the ratio. */
  readonly freeBytes: number
}

/** A received body and its limits. */
export interface CompressedBody {
  readonly bytes: Uint8Array
  readonly maxBytes: number
  /** True if the body is compressed. */
  readonly isGzip: boolean
}

/**
 * Reads a body that the request's headers or query declare as compressed, or that is text. The browser
 * library sends text without declaring its compression, so the first bytes identify gzip. Returns `undefined`
 * for other bodies.
 * @throws Refusal for an unknown encoding; HttpProblem if the body is too large or incomplete.
 */
export async function readCompressedCapture(
  incoming: Incoming,
  limits: GrowthLimits,
): Promise<CompressedBody | undefined> {
  const { request } = incoming
  const isSaid = isCompressed(request)
  if (!isSaid && !isText(request)) return undefined
  const bytes = await incoming.readBody(limits.bytes)
  const isGzip = isSaid || (bytes[0] === 0x1f && bytes[1] === 0x8b)
  const maxBytes = Math.min(limits.bytes, Math.max(limits.freeBytes, limits.ratio * bytes.length))
  return { bytes, maxBytes, isGzip }
}

/** True for text. Pages send JSON as text because that needs no preflight. */
function isText(request: Request): boolean {
  return mediaTypeEssence(request.headers.get('content-type')) === 'text/plain'
}

/**
 * Creates a request with the decompressed body. A body sent as text gets JSON's media type. Decompression
 * stops at the limit.
 * @throws Refusal if the body is not gzip, or is too large when decompressed.
 */
export async function decompressCapture(
  request: Request,
  { body, limits }: { readonly body: CompressedBody; readonly limits: GrowthLimits },
): Promise<Request> {
  const plain = body.isGzip ? await inflate(body, limits) : body.bytes
  const headers = new Headers(request.headers)
  headers.delete('content-encoding')
  if (isText(request)) headers.set('content-type', 'application/json')
  headers.set('content-length', String(plain.length))
  return new Request(request.url, { method: request.method, headers, body: new Uint8Array(plain) })
}

async function inflate({ bytes, maxBytes }: CompressedBody, limits: GrowthLimits): Promise<Uint8Array> {
  return await unzip(bytes, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw new Refusal(captureRefusals.bodyNotGzip)
    throw new Refusal(captureRefusals[maxBytes === limits.bytes ? 'bodyTooLarge' : 'bodyGrowsTooMuch'])
  })
}

function isCompressed(request: Request): boolean {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() || 'identity'
  if (encoding === 'gzip' || encoding === 'x-gzip') return true
  if (encoding !== 'identity') throw new Refusal(captureRefusals.encodingUnknown)
  const compression = new URL(request.url).searchParams.get('compression') ?? ''
  return compression === 'gzip' || compression === 'gzip-js'
}
