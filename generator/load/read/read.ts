import { createHash } from 'node:crypto'
import type { Shape } from '../../document/shape.ts'
import { SelfAddresses } from '../source/addresses.ts'
import type { SourceText } from '../source/locate.ts'
import type { Sources } from '../source/sources.ts'
import { expectUtf8 } from './encoding.ts'
import { fetchReferences } from './fetch-references.ts'
import { type AccessFailure, FileAccess, type FileAccessOptions } from './file-access.ts'
import { FileProblem, parseFile } from './parse.ts'
import { BundleReferences } from './references.ts'
import type { RepeatedKey } from './repeated-keys.ts'
import { surveyTree, type TreeSurvey } from './survey.ts'

/** A file that could not be read. */
export type ReadFailure = AccessFailure | { readonly reason: 'syntax'; readonly problem: FileProblem }

/** Reads a document with every file that it refers to. */
export class DocumentReader {
  readonly addresses = new SelfAddresses()
  /** Repeated keys in the objects of all files, each with its file. */
  readonly repeatedKeys: (RepeatedKey & { readonly file: string })[] = []
  readonly #access: FileAccess
  readonly #texts = new Map<string, SourceText>()
  /** The bytes of the files that the user specified. */
  readonly #bytes = new Map<string, Buffer>()
  readonly #trees = new Map<string, unknown>()
  readonly #surveys: TreeSurvey[] = []
  readonly #failures = new Map<string, ReadFailure>()
  readonly #references = new BundleReferences(this.#trees, this.addresses)

  constructor(options: FileAccessOptions) {
    this.#access = new FileAccess(options)
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
    await fetchReferences(this.#references, {
      read: (each) => this.#readFile(each),
      parse: (each, bytes) => this.#parse(each, bytes),
    })
  }

  #parse(file: string, bytes: Buffer): void {
    if (this.#failures.has(file)) return
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    // Stored before parsing, because the line of a syntax error is looked up in this text.
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

  /** Returns a file's bytes, or an empty buffer if it cannot be read. */
  async #readFile(file: string): Promise<Buffer> {
    const bytes = await this.#access.read(file)
    if (Buffer.isBuffer(bytes)) return bytes
    this.#failures.set(file, bytes)
    return Buffer.alloc(0)
  }
}
