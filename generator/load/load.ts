import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isObject } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import type { DocumentObject } from '../document/document.ts'
import { SWAGGER } from '../document/object-shapes.ts'
import type { SwaggerDocument } from '../document/swagger.ts'
import { type Version, withNullableReferences } from '../document/version.ts'
import { type Problem, ProblemsError, type SourcePlace, UsageError } from '../errors/problem.ts'
import { quoteInProblem } from '../errors/quote.ts'
import { unreadableFile } from '../errors/unreadable-file.ts'
import { bundleDocument } from './bundle/bundle.ts'
import { DocumentReader } from './read/read.ts'
import { RemoteFiles, type RemoteOptions } from './read/remote-files.ts'
import { fileDisplayName, isNetworkSource } from './source/file-name.ts'
import type { Container } from './source/json.ts'
import { Locator } from './source/locate.ts'
import { Omissions } from './source/omissions.ts'
import type { ProblemAtPath } from './source/problem-at-path.ts'
import { Sources } from './source/sources.ts'
import { cutEndlessSchemas } from './structure/endless.ts'
import { checkInheritance } from './structure/inheritance.ts'
import type { LoadReport } from './structure/misfit.ts'
import { fitColonTemplates } from './structure/paths/colon-templates.ts'
import { fitPathBeginnings } from './structure/paths/path-beginning.ts'
import { fitPathParameters } from './structure/paths/path-template.ts'
import { fitPathVariables } from './structure/paths/path-variables.ts'
import { fitStructure } from './structure/structure.ts'
import { reportUnheeded } from './structure/unheeded.ts'
import { detectDocumentVersion } from './version.ts'

export interface LoadOptions {
  /** File name of the OpenAPI document, relative to the working directory or absolute; or its URL. */
  readonly document: string
  /** File names of the overlays, in the order in which they are applied. */
  readonly overlays: readonly string[]
  /**
   * Folder (or its URL) that must contain every file to which a `$ref` points, except files at allowed URLs.
   * Default: the document's folder.
   */
  readonly root?: string
  /**
   * True if `nullable` has an effect even where a version ignores it: next to a `$ref`, and in an `allOf`
   * part that otherwise contains only annotations.
   */
  readonly nullableReferences?: boolean
  /**
   * True to treat a path such as "{pet_href}toys/", which begins with a variable for an item's whole path, as
   * a path below the item's collection.
   */
  readonly areHrefsNames?: boolean | undefined
  /** Settings for network requests. For a document on disk, no requests are sent unless URLs are allowed. */
  readonly remote?: RemoteOptions
}

export interface LoadedDocument {
  readonly version: Version
  /** The self-contained document, with the overlays applied. */
  readonly document: DocumentObject
  /**
   * The document without the overlays. It can share parts with `document`. Absent if there are no overlays,
   * or if the document is valid only with them.
   */
  readonly base?: DocumentObject
  /**
   * JSON Pointers to the topmost nodes in `document` that overlays added or changed, in document order.
   * Removed nodes have no pointer.
   */
  readonly decided: readonly string[]
  /** If false, no schema in `document` or `base` contains a `$dynamicRef`. */
  readonly mayReferDynamically: boolean
  readonly warnings: readonly Problem[]
  /** Absolute paths or URLs of all files that were read, starting with the document. */
  readonly files: readonly string[]
  /**
   * Returns the location where the author wrote a node of `document`. It can be in another file or an
   * overlay. Accepts pointers with or without `#`.
   */
  locate(pointer: string): SourcePlace
  /** SHA-256 of the document's bytes as they were read, before anything was resolved, in hexadecimal. */
  sha256(): string
}

/**
 * Reads a document and all files to which it refers, combines them into one document, applies the overlays
 * and checks the result.
 * @throws {ProblemsError} if the document or an overlay is invalid.
 * @throws {UsageError} if the document or an overlay cannot be read.
 */
export async function load(options: LoadOptions): Promise<LoadedDocument> {
  return await new Loading(options).load()
}

class Loading {
  readonly #file: string
  readonly #overlays: readonly string[]
  readonly #nullableReferences: boolean
  readonly #areHrefsNames: boolean
  readonly #remote: RemoteFiles | undefined
  readonly #reader: DocumentReader
  readonly #locator: Locator
  readonly #sources: Sources
  readonly #problems: Problem[] = []

  constructor(options: LoadOptions) {
    const { document, overlays, root, nullableReferences = false, areHrefsNames = false, remote } = options
    this.#areHrefsNames = areHrefsNames
    this.#file = urlOf(document)
    this.#overlays = overlays.map((overlay) => pathToFileURL(resolve(overlay)).href)
    this.#nullableReferences = nullableReferences
    const isRemote = isNetworkSource(document) || remote?.allowed !== undefined
    this.#remote = isRemote ? new RemoteFiles(this.#file, remote ?? { headers: {} }) : undefined
    this.#reader = new DocumentReader({
      root: root === undefined ? new URL('.', this.#file).href : `${urlOf(root).replace(/\/+$/, '')}/`,
      ...(this.#remote !== undefined && { remote: this.#remote }),
      named: [this.#file, ...this.#overlays],
    })
    this.#locator = new Locator((file) => this.#reader.text(file))
    this.#sources = new Sources(this.#file)
  }

  async load(): Promise<LoadedDocument> {
    const { base, version } = await this.#readBase()
    const isFinal = this.#overlays.length === 0
    const isWhole = this.#bundle(base, { version, decided: false, isUnfinished: !isFinal })
    const overlaid = isFinal ? base : await this.#applyOverlays(base, version)
    this.#stopAtErrors()
    const sources = this.#sources
    const reportIn = (tree: Container) => this.#reportIn(tree)
    const areHrefsNames = this.#areHrefsNames
    const document = await makeFit(overlaid, { version, sources, reportIn, areHrefsNames })
    reportUnheeded(document, { omissions: new Omissions(document, sources), report: reportIn(document) })
    this.#problems.push(...repeated(this.#reader, this.#locator), ...unreached(this.#remote))
    this.#stopAtErrors()
    return {
      version,
      document,
      ...(overlaid !== base && isWhole && (await fitWithoutOverlays(base, { version, sources }))),
      decided: overlaid === base ? [] : sources.decided(document),
      mayReferDynamically: this.#reader.mayReferDynamically,
      warnings: this.#problems,
      files: this.#reader.files.map((file) => (file.startsWith('file:') ? fileURLToPath(file) : file)),
      locate: (pointer) => {
        const written = sources.trace(document, stepsOf(pointer))
        return this.#locator.place(written.file, written.path)
      },
      sha256: () => this.#reader.sha256(this.#file),
    }
  }

  /**
   * Reads the document, the overlays, and all files to which the document refers. Returns the tree of the
   * document's own file, and its version.
   */
  async #readBase(): Promise<{ readonly base: Container; readonly version: Version }> {
    const named = [this.#file, ...this.#overlays]
    for (const file of named) await this.#reader.read(file)
    expectReadable(this.#reader, named)
    this.#stopAtMalformed()
    const base = this.#reader.tree(this.#file)
    const detected = detectDocumentVersion(base, {
      place: (path) => this.#locator.place(this.#file, path),
      report: (problem) => this.#problems.push(problem),
    })
    if ('code' in detected) throw new ProblemsError([detected])
    const version = this.#nullableReferences ? withNullableReferences(detected) : detected
    if (!isObject(base)) throw new TypeError('A document that has a version must be an object.')
    await this.#readReferences(base, version)
    this.#stopAtMalformed()
    return { base, version }
  }

  async #readReferences(tree: Container, { table }: Version): Promise<void> {
    await this.#reader.readReferences(tree, {
      ...{ shape: table.document, file: this.#file, sources: this.#sources },
    })
  }

  /** @returns false if targets of references are missing. */
  #bundle(
    tree: Container,
    how: { readonly version: Version; readonly decided: boolean; readonly isUnfinished: boolean },
  ): boolean {
    return bundleDocument(tree, {
      ...{ file: this.#file, reader: this.#reader, sources: this.#sources },
      ...how,
      report: this.#reportIn(tree),
    })
  }

  async #applyOverlays(base: Container, version: Version): Promise<Container> {
    const trees = this.#overlays.map((overlay) => ({ file: overlay, tree: this.#reader.tree(overlay) }))
    // Imported here, so that JSONPath is loaded only if there are overlays.
    const { applyOverlays } = await import('./overlay/overlay.ts')
    const draft = applyOverlays(base, trees, {
      ...{ sources: this.#sources, locator: this.#locator },
      report: (problem) => this.#problems.push(problem),
    })
    this.#stopAtErrors()
    const texts = [this.#file, ...this.#overlays].map((each) => this.#reader.text(each)?.text ?? '')
    this.#reader.addresses.noteChanged(this.#file, draft.root, texts)
    await this.#readReferences(draft.root, version)
    draft.ownSections(version.table.sections)
    this.#bundle(draft.root, { version, decided: true, isUnfinished: false })
    return draft.root
  }

  #reportIn(tree: Container): LoadReport {
    return ({ path, ...finding }) => {
      const written = this.#sources.trace(tree, path)
      this.#problems.push({ ...finding, place: this.#locator.place(written.file, written.path) })
    }
  }

  #stopAtMalformed(): void {
    this.#problems.push(...malformed(this.#reader, this.#locator))
    this.#stopAtErrors()
  }

  /** @throws {ProblemsError} with all problems so far if one of them is an error. */
  #stopAtErrors(): void {
    if (this.#problems.some(({ severity }) => severity === 'error')) throw new ProblemsError(this.#problems)
  }
}

function urlOf(name: string): string {
  return isNetworkSource(name) ? new URL(name).href : pathToFileURL(resolve(name)).href
}

/** Warns about network files that could not be reached, for which an earlier copy was read. */
function unreached(remote: RemoteFiles | undefined): readonly Problem[] {
  return (remote?.unreached ?? []).map(({ address, reason }) => ({
    code: 'address-unreached',
    severity: 'warning',
    place: { file: fileDisplayName(address), pointer: '#' },
    message: `Concordat cannot reach the address (${reason}), so it uses the copy from the previous read.`,
    fix: 'check the address and the network, or continue with the copy.',
  }))
}

/** Warns about keys that occur twice in an object. A JSON parser keeps only the last value of such a key. */
function repeated(reader: DocumentReader, locator: Locator): readonly Problem[] {
  return reader.repeatedKeys.map(({ file, path, offset }) => ({
    code: 'key-twice',
    severity: 'warning',
    place: { ...locator.placeOfOffset(file, offset), pointer: fragmentOf(path) },
    message: `${quoteInProblem(path.at(-1))} appears twice in the same object.`,
    reading: 'the last one only',
    fix: 'keep one of them, or give them different names.',
  }))
}

/** Returns the document without overlays, unless it has errors that only the overlays fix. */
async function fitWithoutOverlays(
  base: Container,
  { version, sources }: { readonly version: Version; readonly sources: Sources },
): Promise<{ readonly base?: DocumentObject }> {
  let isMended = false
  const report = ({ severity }: ProblemAtPath) => {
    if (severity === 'error') isMended = true
  }
  const document = await makeFit(base, { version, sources, reportIn: () => report })
  return isMended ? {} : { base: document }
}

/** Turns a bundled document into an OpenAPI 3 document on which later stages can rely. */
async function makeFit(
  tree: Container,
  {
    version,
    sources,
    reportIn,
    areHrefsNames,
  }: {
    readonly version: Version
    readonly sources: Sources
    readonly reportIn: (tree: Container) => LoadReport
    readonly areHrefsNames?: boolean
  },
): Promise<DocumentObject> {
  const options = { version, omissions: new Omissions(tree, sources), sources, report: reportIn(tree) }
  const document =
    version.table === SWAGGER
      ? (await import('./raise/raise.ts')).raiseDocument(
          fitStructure<SwaggerDocument>(tree, options),
          options,
        )
      : fitStructure<DocumentObject>(tree, options)
  const report = reportIn(document)
  fitPathBeginnings(document, { sources, report, areHrefsNames })
  fitColonTemplates(document, { sources, report })
  fitPathVariables(document, { sources, report })
  fitPathParameters(document, { omissions: new Omissions(document, sources), sources, report })
  cutEndlessSchemas(document, report)
  checkInheritance(document, report)
  return document
}

/** Yields problems for files that are neither YAML nor JSON. */
function* malformed(reader: DocumentReader, locator: Locator): Iterable<Problem> {
  for (const [file, problem] of reader.syntaxFailures())
    yield {
      code: problem.code,
      severity: 'error',
      place: locator.placeOfOffset(file, problem.offset),
      message: problem.message,
      fix: problem.fix,
    }
}

/**
 * Asserts that the document and the overlays can be read. Other files are reported at the references to them.
 * @throws {UsageError} that lists every file that cannot be read.
 */
function expectReadable(reader: DocumentReader, named: readonly string[]): void {
  const unreadable = named.flatMap((file) => {
    const failure = reader.failure(file)
    if (failure?.reason !== 'unreadable') return []
    if (!isNetworkSource(file)) return unreadableFile(fileURLToPath(file), failure.message)
    return failure.isUnreached
      ? `Cannot connect to ${new URL(file).host} (${failure.message}). Fix: ${connectionRemedy(failure.message, file)}.`
      : `${fileDisplayName(file)} cannot be read (${failure.message}). Fix: correct the address, or pass the headers that the server requires, with \`--document-header "Name: value"\` or \`documentHeaders\` in the configuration.`
  })
  if (unreadable.length > 0) throw new UsageError(unreadable.join('\n'))
}

/** Remedy for a failed connection. @param reason a code such as `ECONNREFUSED`. */
function connectionRemedy(reason: string, file: string): string {
  if (/SELF_SIGNED|ISSUER_CERT|SIGNATURE|UNTRUSTED/.test(reason))
    return 'set NODE_EXTRA_CA_CERTS to a PEM file with its certificate authority'
  const rest = reason.includes('CERT') ? "replace the server's certificate" : 'start the server'
  return `correct the address "${fileDisplayName(file)}", or ${rest}`
}
