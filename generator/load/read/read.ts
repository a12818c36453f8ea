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
  /** `isUnreached`: no server answers at the address. */
  | { readonly reason: 'unreadable'; readonly message: string; readonly isUnreached: boolean }
  | { readonly reason: 'syntax'; readonly problem: FileProblem }

/** Maximum size of a file; the largest known real document is 13 MB. */
const MAX_BYTES = 256 * 1024 * 1024

export interface ReaderOptions {
  /** URL of the folder, on disk or network, that files must be in. */
  readonly root: string
  /**
   * Reads files below a root on the network, or files that the user allowed; without it, no request is sent.
   */
  readonly remote?: RemoteFiles
  /** URLs of the files that the user named; these may be anywhere. */
  readonly named: readonly string[]
}

/**
 * Reads a document with every file that it refers to.
 *
 * swagger-parser fetches referenced files, each once and in parallel; it is loaded only if there are any. It
 * follows a `$ref` in every object, though, even in examples (its issue 160). So instead of a file it gets a
 * list of the references in places where OpenAPI allows them; positions in a referenced file follow from the
 * reference.
 */
export class DocumentReader {
  readonly addresses = new Addresses()
  /** Keys that objects in JSON files repeat, with the files. */
  readonly repeatedKeys: (RepeatedKey & { readonly file: string })[] = []
  readonly #root: string
  readonly #remote: RemoteFiles | undefined
  readonly #named: ReadonlySet<string>
  readonly #texts = new Map<string, SourceText>()
  /** Named files as they were read. */
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

  /** Absolute URLs of all files, in the order of reading. */
  get files(): readonly string[] {
    return [...this.#texts.keys()]
  }

  /** True if any file has a `$dynamicRef` member. */
  get mayReferDynamically(): boolean {
    return this.#surveys.some(({ mayReferDynamically }) => mayReferDynamically)
  }

  text(file: string): SourceText | undefined {
    return this.#texts.get(file)
  }

  /** SHA-256 of the bytes of a named file, hexadecimal, as `sha256sum` prints it. */
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

  /** Reads one named file alone. */
  async read(file: string): Promise<void> {
    const bytes = await this.#readFile(file)
    this.#bytes.set(file, bytes)
    this.#parse(file, bytes)
  }

  /** Reads everything that a tree of the given shape refers to; its nodes may come from several files. */
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
    // Positions of problems are lines of the text.
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
   * Reads a file. swagger-parser gets an unreadable file as an empty one, since it would otherwise stop at
   * the first.
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
   * Checks the target of a symbolic link, not the link's path. The read is synchronous, since other threads
   * take longer.
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
 * File as swagger-parser passes it to plugins; `reference` is the text of the `$ref`, which here is always an
 * absolute URL.
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

/** True for a path below the root. The disk is never below a root of the network. */
function isBelow(path: string, root: string): boolean {
  if (!root.startsWith('file:')) return false
  const way = relative(realpathSync.native(fileURLToPath(root)), path)
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}

/** A code such as `ENOENT`, without the absolute path that the message contains. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
