import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStandardInputSource, pathOfFileUrl } from '../source/file-name.ts'
import { type RemoteFiles, Unreached } from './remote-files.ts'

/** Why a file has no content. */
export type AccessFailure =
  | { readonly reason: 'remote' }
  | { readonly reason: 'outside' }
  /** `isUnreached`: no server responds at the URL. */
  | { readonly reason: 'unreadable'; readonly message: string; readonly isUnreached: boolean }

/** Maximum size of a file in bytes; the largest known real document is 13 MB. */
const MAX_BYTES = 256 * 1024 * 1024

export interface FileAccessOptions {
  /**
   * URL of the folder, on disk or on the network, that must contain all files except those that `named` or
   * `remote` allows.
   */
  readonly root: string
  /** Reads files below a network root, or files that the user allowed. If absent, no requests are sent. */
  readonly remote?: RemoteFiles
  /** URLs of the files that the user specified, which can be anywhere. */
  readonly named: readonly string[]
}

/** Reads the files that a document may refer to, and no others. */
export class FileAccess {
  readonly #root: string
  readonly #remote: RemoteFiles | undefined
  readonly #named: ReadonlySet<string>

  constructor({ root, remote, named }: FileAccessOptions) {
    this.#root = root
    this.#remote = remote
    this.#named = new Set(named)
  }

  /** The bytes at a URL. */
  async read(file: string): Promise<Buffer | AccessFailure> {
    try {
      if (file.startsWith('file:')) return await this.#readLocal(file)
      const isAllowed =
        this.#named.has(file) || file.startsWith(this.#root) || this.#remote?.allows(file) === true
      if (this.#remote !== undefined && isAllowed) return await this.#remote.read(file)
      return { reason: 'remote' }
    } catch (error) {
      return {
        reason: 'unreadable',
        message: describeError(error),
        isUnreached: error instanceof Unreached,
      }
    }
  }

  /**
   * Reads a file from disk or standard input. For a symbolic link, the location of its target must be
   * allowed. The file is read synchronously, because reading in other threads would take longer.
   */
  async #readLocal(file: string): Promise<Buffer | AccessFailure> {
    const named = pathOfFileUrl(file)
    if (named !== undefined && this.#named.has(file) && isStandardInputSource(named)) {
      const { buffer } = await import('node:stream/consumers')
      return await buffer(process.stdin)
    }
    const path = named === undefined ? undefined : realPath(named)
    if (path === undefined || (!this.#named.has(file) && !isBelow(path, this.#root))) {
      return { reason: 'outside' }
    }
    const found = statSync(path)
    if (!found.isFile()) throw new Error('not a regular file')
    if (found.size > MAX_BYTES)
      throw new Error(`the file is ${found.size} bytes, more than the limit of ${MAX_BYTES}`)
    return readFileSync(path)
  }
}

/** Resolves the symbolic links in a path; returns the path itself if it does not exist. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** True for a path below the root. Files on disk are never below a network root. */
function isBelow(path: string, root: string): boolean {
  if (!root.startsWith('file:')) return false
  const way = relative(realpathSync.native(fileURLToPath(root)), path)
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}

/** An error code such as `ENOENT`, without the absolute path that the message contains. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
