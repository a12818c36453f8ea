import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Shape } from '../../document/shape.ts'
import { Addresses } from '../source/addresses.ts'
import { isStandardInput, pathOfFileUrl } from '../source/file-name.ts'
import type { SourceText } from '../source/locate.ts'
import type { Sources } from '../source/sources.ts'
import { expectUtf8 } from './encoding.ts'
import { FileProblem, parseFile } from './parse.ts'
import { References } from './references.ts'
import { type RemoteFiles, Unreached } from './remote-files.ts'
import type { RepeatedKey } from './repeated-keys.ts'
import { type Survey, surveyTree } from './survey.ts'

/** A file that could not be read. */
export type ReadFailure =
  | { readonly reason: 'remote' }
  | { readonly reason: 'outside' }
  /** `isUnreached`: no server responds at the URL. */
  | { readonly reason: 'unreadable'; readonly message: string; readonly isUnreached: boolean }
  | { readonly reason: 'syntax'; readonly problem: FileProblem }

/** Maximum size of a file; the largest known real document is 13 MB. */
const MAX_BYTES = 256 * 1024 * 1024

export interface ReaderOptions {
  /** URL of the folder, on disk or on the network, that must contain all files. */
  readonly root: string
  /** Reads files below a network root, or files that the user allowed; without it, no requests are sent. */
  readonly remote?: RemoteFiles
  /** URLs of the files that the user specified, which can be anywhere. */
  readonly named: readonly string[]
}

/**
 * Reads a document and every file to which it refers.
 *
 * swagger-parser fetches referenced files, each once and in parallel; it is loaded only if there are any.
 * However, it follows every `$ref`, even in examples (its issue 160). So instead of a file, it gets a list of
 * the references at locations where OpenAPI allows them; locations in a referenced file are determined by the
 * reference.
 */
export class DocumentReader {
  readonly addresses = new Addresses()
  /** Keys that are repeated in objects in JSON files, with the files. */
  readonly repeatedKeys: (RepeatedKey & { readonly file: string })[] = []
  readonly #root: string
  readonly #remote: RemoteFiles | undefined
  readonly #named: ReadonlySet<string>
  readonly #texts = new Map<string, SourceText>()
  /** The bytes of the files that the user specified. */
  readonly #bytes = new Map<string, Buffer>()
  readonly #trees = new Map<string, unknown>()
  readonly #surveys: Survey[] = []
  readonly #failures = new Map<string, ReadFailure>()
  readonly #references = new References(this.#trees, this.addresses)

  constructor({ root, remote, named }: ReaderOptions) {
    this.#root = root
    this.#remote = remote
    this.#named = new Set(named)
  }

  /** Absolute URLs of all files, in reading order. */
  get files(): readonly string[] {
    return [...this.#texts.keys()]
  }

  /** True if any file contains a `$dynamicRef` property. */
  get mayReferDynamically(): boolean {
    return this.#surveys.some(({ mayReferDynamically }) => mayReferDynamically)
  }

  text(file: string): SourceText | undefined {
    return this.#texts.get(file)
  }

  /** SHA-256 of a specified file's bytes in hexadecimal, as printed by `sha256sum`. */
  sha256(file: string): string {
    return createHash('sha256')
      .update(this.#bytes.get(file) ?? '')
      .digest('hex')
  }

  tree(file: string): unknown {
    return this.#trees.get(file)
  }

  failure(file: string): ReadFailure | undefined {
    return this.#failures.get(file)
  }

  /** All files that could not be parsed. */
  *syntaxFailures(): Iterable<readonly [string, FileProblem]> {
    for (const [file, failure] of this.#failures)
      if (failure.reason === 'syntax') yield [file, failure.problem]
  }

  /** Reads one specified file, without the files to which it refers. */
  async read(file: string): Promise<void> {
    const bytes = await this.#readFile(file)
    this.#bytes.set(file, bytes)
    this.#parse(file, bytes)
  }

  /**
   * Reads everything to which a tree with the given shape refers; the tree's nodes can come from several
   * files.
   */
  async readReferences(
    tree: unknown,
    { shape, file, sources }: { shape: Shape; file: string; sources: Sources },
  ): Promise<void> {
    const isRead = [...this.#trees.values()].includes(tree)
    const surveys = isRead ? this.#surveys : [...this.#surveys, surveyTree(tree)]
    if (!surveys.some(({ mayReferElsewhere }) => mayReferElsewhere)) return
    this.#references.look(tree, { shape, file, sources })
    await this.#fetch()
  }

  async #fetch(): Promise<void> {
    if (!this.#references.areWanted) return
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
    const parser = new SwaggerParser()
    const document = {
      openapi: '3.1.0' as const,
      info: { title: '', version: '' },
      paths: {},
      'x-references': this.#takeReferences(),
    }
    await parser.resolve(document, {
      parse: {
        json: false,
        yaml: false,
        text: false,
        binary: false,
        references: {
          order: 1,
          canParse: true,
          allowEmpty: true,
          parse: ({ reference, url, data }: ReadFile) => {
            this.#parse(reference ?? url, Buffer.isBuffer(data) ? data : Buffer.alloc(0))
            return this.#takeReferences()
          },
        },
      },
      resolve: {
        external: true,
        file: false,
        http: false,
        references: {
          order: 1,
          canRead: true,
          read: (file: ReadFile) => this.#readFile(file.reference ?? file.url),
        },
      },
    })
  }

  #takeReferences(): { $ref: string }[] {
    return this.#references.takeWanted().map((file) => ({ $ref: file }))
  }

  #parse(file: string, bytes: Buffer): void {
    if (this.#failures.has(file)) return
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    // Locations of problems are lines of this text.
    this.#texts.set(file, { text, syntax: 'yaml' })
    try {
      expectUtf8(bytes)
      const { tree, surveyed, repeated, ...source } = parseFile(text, file)
      this.#texts.set(file, source)
      this.#trees.set(file, tree)
      this.#surveys.push(surveyed)
      this.addresses.note(file, tree, text)
      this.repeatedKeys.push(...repeated.map((key) => ({ file, ...key })))
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      this.#failures.set(file, { reason: 'syntax', problem: error })
      return
    }
    this.#references.arrive(file)
  }

  /**
   * Reads a file. swagger-parser gets an unreadable file as an empty one, because it would otherwise stop at
   * the first such file.
   */
  async #readFile(file: string): Promise<Buffer> {
    try {
      if (file.startsWith('file:')) return await this.#readLocal(file)
      const isAllowed =
        this.#named.has(file) || file.startsWith(this.#root) || this.#remote?.allows(file) === true
      if (this.#remote !== undefined && isAllowed) return await this.#remote.read(file)
      this.#failures.set(file, { reason: 'remote' })
    } catch (error) {
      this.#failures.set(file, {
        reason: 'unreadable',
        message: describeError(error),
        isUnreached: error instanceof Unreached,
      })
    }
    return Buffer.alloc(0)
  }

  /**
   * Checks the target of a symbolic link rather than the link's own path. The read is synchronous because
   * other threads would take longer.
   */
  async #readLocal(file: string): Promise<Buffer> {
    const named = pathOfFileUrl(file)
    if (named !== undefined && this.#named.has(file) && isStandardInput(named)) {
      const { buffer } = await import('node:stream/consumers')
      return await buffer(process.stdin)
    }
    const path = named === undefined ? undefined : realPath(named)
    if (path === undefined || (!this.#named.has(file) && !isBelow(path, this.#root))) {
      this.#failures.set(file, { reason: 'outside' })
      return Buffer.alloc(0)
    }
    const found = statSync(path)
    if (!found.isFile()) throw new Error('not a regular file')
    if (found.size > MAX_BYTES)
      throw new Error(`${found.size} bytes, more than the ${MAX_BYTES} that are read`)
    return readFileSync(path)
  }
}

/**
 * A file as swagger-parser passes it to plugins; `reference` is the value of the `$ref`, which is always an
 * absolute URL here.
 */
interface ReadFile {
  readonly url: string
  readonly reference?: string
  readonly data?: unknown
}

/** Target of a symbolic link; unchanged if the path does not exist. */
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
