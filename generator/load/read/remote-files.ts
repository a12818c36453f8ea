import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNetworkSource } from '../source/file-name.ts'
import { isHtmlInsteadOfDocument } from './html.ts'

/** Maximum total size, in bytes, of all files that are read from the network. */
const MAX_BYTES = 256 * 1024 * 1024
const MAX_FILES = 500
const MAX_REDIRECTS = 5
/** Time limit for one file, including redirects. */
const TIMEOUT_MS = 60_000
const ACCEPT = 'application/vnd.oai.openapi+json, application/json, application/yaml, text/yaml, */*;q=0.5'

/** Settings for reading files from the network. */
export interface RemoteOptions {
  /** Headers that are sent only to the document's origin, even if redirects or references point elsewhere. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * URLs to which `$ref`s may point, with the headers for each URL. A URL that ends with "/" includes
   * everything below it.
   */
  readonly allowed?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Folder for a copy of each file. Without a folder, every file is fetched again. */
  readonly cache?: string
}

/** Validators that the server sent with a copy. They are used to ask whether the file has changed. */
interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

/** Returns the copy that was stored when a file was last read from the network. */
export function copyOfRemoteFile(address: string, cache: string): Buffer | undefined {
  const file = copyFile(address, cache)
  return existsSync(file) ? readFileSync(file) : undefined
}

/** Reads files from the network within limits for size, number and time. Stores copies for offline use. */
export class RemoteFiles {
  /** Unreachable URLs for which a copy was read, with the reason. */
  readonly unreached: { readonly address: string; readonly reason: string }[] = []
  readonly #origin: string | undefined
  readonly #options: RemoteOptions
  #files = 0
  #bytes = 0

  /** @param document URL or file name of the main document. */
  constructor(document: string, options: RemoteOptions) {
    const address = URL.parse(document)
    this.#origin = address !== null && isNetworkSource(address.href) ? address.origin : undefined
    this.#options = options
  }

  /** True if the user allowed `$ref`s to this URL. */
  allows(address: string): boolean {
    return Object.keys(this.#options.allowed ?? {}).some((base) => isWithin(address, base))
  }

  /**
   * Reads a file from the network, or its copy if the file has not changed or no server responds.
   * @throws {Error} with a message that completes "The file cannot be read (…)". It never contains the value
   * of a header.
   */
  async read(address: string): Promise<Buffer> {
    if (++this.#files > MAX_FILES) throw new Error(`more than ${MAX_FILES} files`)
    const { cache } = this.#options
    const copy = cache === undefined ? undefined : copyOfRemoteFile(address, cache)
    let response: Response
    try {
      response = await this.#ask(address, copy === undefined ? {} : validatorsOf(address, cache))
    } catch (error) {
      if (error instanceof Refusal || copy === undefined)
        throw error instanceof Refusal ? error : unreached(error)
      this.unreached.push({ address, reason: unreached(error).message })
      return copy
    }
    if (response.status === 304 && copy !== undefined) return copy
    if (!response.ok) {
      await response.body?.cancel()
      throw new Refusal(`the server responds with status ${response.status}`)
    }
    const bytes = await this.#receive(response)
    if (isPage(bytes)) throw new Refusal('the server responds with an HTML page')
    if (isHtml(response)) throw new Refusal('the server responds with the media type text/html')
    if (cache !== undefined) keepIfPossible(address, { bytes, response, cache })
    return bytes
  }

  /** Follows redirects itself, because the headers depend on the origin that receives them. */
  async #ask(address: string, { etag, lastModified }: Validators): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    let url = new URL(address)
    if (url.username !== '' || url.password !== '')
      throw new Refusal('the address contains a username or password')
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(url, {
        redirect: 'manual',
        signal,
        headers: {
          accept: ACCEPT,
          ...(etag !== undefined && { 'if-none-match': etag }),
          ...(etag === undefined && lastModified !== undefined && { 'if-modified-since': lastModified }),
          ...this.#headersFor(url),
        },
      })
      const location = response.headers.get('location')
      if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response
      await response.body?.cancel()
      url = redirected(url, location)
    }
    throw new Refusal(`more than ${MAX_REDIRECTS} redirects`)
  }

  /** Headers for a request's URL, which can be the target of a redirect. */
  #headersFor(url: URL): Readonly<Record<string, string>> {
    const allowed = Object.entries(this.#options.allowed ?? {}).filter(([base]) => isWithin(url.href, base))
    return {
      ...(url.origin === this.#origin && this.#options.headers),
      ...Object.assign({}, ...allowed.map(([, headers]) => headers)),
    }
  }

  async #receive(response: Response): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) {
      this.#bytes += chunk.byteLength
      if (this.#bytes > MAX_BYTES) throw new Refusal(`more than ${MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

/**
 * Thrown for failures other than an unreachable server. No copy is used instead, because that would hide the
 * problem.
 */
class Refusal extends Error {}

/** Thrown if no server responds at the URL. */
export class Unreached extends Error {}

/** Creates an error that states a code such as `ECONNREFUSED` instead of "fetch failed". */
function unreached(error: unknown): Unreached {
  const { name, cause } = error instanceof Error ? error : new Error(String(error))
  if (name === 'TimeoutError') return new Unreached(`no response within ${TIMEOUT_MS / 1000} seconds`)
  if (!(cause instanceof Error)) return new Unreached('the connection failed')
  return new Unreached('code' in cause ? String(cause.code) : cause.message)
}

function isWithin(address: string, base: string): boolean {
  const { href } = new URL(base)
  return address === href || (href.endsWith('/') && address.startsWith(href))
}

function redirected(from: URL, location: string): URL {
  const url = URL.parse(location, from)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Refusal('the server redirects to a non-HTTP address')
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new Refusal('the server redirects from HTTPS to HTTP')
  return url
}

function isPage(bytes: Buffer): boolean {
  return isHtmlInsteadOfDocument(bytes.subarray(0, 200).toString('utf8'))
}

function isHtml({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get('content-type') ?? '')
}

function copyFile(address: string, cache: string): string {
  return join(cache, 'documents', createHash('sha256').update(address).digest('hex'))
}

function validatorsOf(address: string, cache: string | undefined): Validators {
  const file = cache === undefined ? '' : `${copyFile(address, cache)}.json`
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Validators) : {}
  } catch {
    // The validators are truncated if a run was killed while it wrote them. Without them, the file is fetched
    // again.
    return {}
  }
}

interface Kept {
  readonly bytes: Buffer
  readonly response: Response
  readonly cache: string
}

/**
 * Stores a copy for offline use. A full or write-protected disk is not a failure, because the file has been
 * read.
 */
function keepIfPossible(address: string, kept: Kept): void {
  try {
    keep(address, kept)
  } catch {
    const file = newFile(copyFile(address, kept.cache))
    if (existsSync(file)) rmSync(file)
  }
}

/** Temporary name of a copy, different for each process because two runs can store the same file at once. */
function newFile(file: string): string {
  return `${file}.${process.pid}.new`
}

function keep(address: string, { bytes, response, cache }: Kept): void {
  const etag = response.headers.get('etag')
  const lastModified = response.headers.get('last-modified')
  const validators = { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) }
  mkdirSync(join(cache, 'documents'), { recursive: true })
  const file = copyFile(address, cache)
  // Emptied first, because validators must never be newer than the copy to which they belong.
  writeFileSync(`${file}.json`, '{}')
  writeFileSync(newFile(file), bytes)
  renameSync(newFile(file), file)
  writeFileSync(`${file}.json`, JSON.stringify(validators))
}
