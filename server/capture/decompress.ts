import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Refusal } from '../refusals.ts'

const unzip = promisify(gunzip)

/**
 * Makes a request with a plain body of one whose body is compressed, as its header or its query says.
 * @throws Refusal when the body is compressed otherwise, no gzip, or larger than allowed before or after.
 */
export async function decompress(request: Request, maxBytes: number): Promise<Request> {
  if (!isCompressed(request)) return request
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Refusal('bodyTooLarge')
  const bytes = await unzip(await readAtMost(request, maxBytes), { maxOutputLength: maxBytes }).catch(refuse)
  const headers = new Headers(request.headers)
  headers.delete('content-encoding')
  headers.set('content-length', String(bytes.length))
  return new Request(request.url, { method: request.method, headers, body: new Uint8Array(bytes) })
}

function isCompressed(request: Request): boolean {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() || 'identity'
  if (encoding === 'gzip' || encoding === 'x-gzip') return true
  if (encoding !== 'identity') throw new Refusal('encodingUnknown')
  const compression = new URL(request.url).searchParams.get('compression') ?? ''
  return compression === 'gzip' || compression === 'gzip-js'
}

/** A body that comes in chunks does not say how long it is. */
async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Refusal('bodyTooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refuse(error: NodeJS.ErrnoException): never {
  throw new Refusal(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'bodyTooLarge' : 'bodyNotGzip')
}
