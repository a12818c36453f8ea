import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isObject } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import type { DocumentObject } from '../document/document.ts'
import type { Table } from '../document/object-shapes.ts'
import type { Version } from '../document/version.ts'
import { type Place, type Problem, ProblemsError } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import { bundle } from './bundle/bundle.ts'
import { Reader } from './read/read.ts'
import type { Finding } from './source/finding.ts'
import type { Container } from './source/json.ts'
import { Locator } from './source/locate.ts'
import { Omissions } from './source/omissions.ts'
import { Sources } from './source/sources.ts'
import { checkInheritance } from './structure/inheritance.ts'
import { fitPathParameters } from './structure/path-template.ts'
import { fitStructure } from './structure/structure.ts'
import { reportUnheeded } from './structure/unheeded.ts'
import { detectVersion } from './version.ts'

export interface LoadOptions {
  /** File name of the OpenAPI document, relative to the working directory or absolute. */
  readonly document: string
  /** File names of overlays, in the order in which they apply. */
  readonly overlays: readonly string[]
  /** Folder that files which `$ref`s lead to must be below. Default: the folder of the document. */
  readonly root?: string
  /** Whether `$ref`s may lead to the network. Without it no request is ever made. */
  readonly allowRemote?: boolean
}

export interface LoadedDocument {
  readonly version: Version
  /** The document, whole in itself, with the overlays applied. */
  readonly document: DocumentObject
  /**
   * The same without the overlays, sharing what they leave alone. Absent when there are none, and when the document only
   * becomes well-formed by them.
   */
  readonly base?: DocumentObject
  /**
   * JSON Pointers of the topmost nodes of `document` that overlays added or changed, in document order. What overlays removed
   * has no pointer.
   */
  readonly decided: readonly string[]
  readonly warnings: readonly Problem[]
  /** Absolute names of every file that was read, the document first. */
  readonly files: readonly string[]
  /** Where the author wrote a node of `document`, which may be another file or an overlay. Takes pointers with or without `#`. */
  locate(pointer: string): Place
}

/**
 * Reads a document with all files that it refers to, makes one of them, applies the overlays and checks the result.
 * @throws {ProblemsError} with all that is wrong.
 */
export async function load(options: LoadOptions): Promise<LoadedDocument> {
  const file = pathToFileURL(resolve(options.document)).href
  const overlays = options.overlays.map((overlay) => pathToFileURL(resolve(overlay)).href)
  const reader = new Reader({
    allowRemote: options.allowRemote ?? false,
    root: options.root ?? dirname(resolve(options.document)),
    named: [file, ...overlays],
  })
  const locator = new Locator((file) => reader.text(file))
  const sources = new Sources(file)
  const problems: Problem[] = []
  const stop = () => {
    if (problems.some(({ severity }) => severity === 'error')) throw new ProblemsError(problems)
  }

  for (const named of [file, ...overlays]) await reader.read(named)
  problems.push(...malformed(reader, locator), ...unreadable(reader, locator, [file, ...overlays]))
  stop()
  const base = reader.tree(file)
  const version = detectVersion(base, {
    place: (path) => locator.place(file, path),
    report: (problem) => problems.push(problem),
  })
  if ('code' in version) throw new ProblemsError([version])
  if (!isObject(base)) throw new TypeError('A document that has a version is an object.')
  const { table } = version
  const readReferences = (tree: Container) =>
    reader.readReferences(tree, { shape: table.document, file, sources })
  await readReferences(base)
  problems.push(...malformed(reader, locator))
  stop()

  let document: Container = base
  const report = ({ path, ...finding }: Finding) => {
    const written = sources.trace(document, path)
    problems.push({ ...finding, place: locator.place(written.file, written.path) })
  }
  bundle(base, { file, reader, sources, version, decided: false, report })
  let decided = (): readonly string[] => []
  if (overlays.length > 0) {
    const trees = overlays.map((overlay) => ({ file: overlay, tree: reader.tree(overlay) }))
    // JSONPath is loaded only for those who have overlays.
    const { applyOverlays } = await import('./overlay/overlay.ts')
    const draft = applyOverlays(base, trees, {
      sources,
      locator,
      report: (problem) => problems.push(problem),
    })
    stop()
    document = draft.root
    await readReferences(document)
    draft.ownSections(table.sections)
    bundle(document, { file, reader, sources, version, decided: true, report })
    decided = () => draft.decided()
  }
  stop()
  const fitted = makeFit(document, { table, sources, report })
  reportUnheeded(fitted, { omissions: new Omissions(document, sources), report })
  problems.push(...repeated(reader, locator))
  stop()
  return {
    version,
    document: fitted,
    ...(document !== base && fitWithoutOverlays(base, { table, sources })),
    decided: decided(),
    warnings: problems,
    files: reader.files.filter((file) => file.startsWith('file:')).map((file) => fileURLToPath(file)),
    locate: (pointer) => {
      const written = sources.trace(document, stepsOf(pointer))
      return locator.place(written.file, written.path)
    },
  }
}

/** Keys that are twice in an object: a parser of JSON keeps the last. */
function repeated(reader: Reader, locator: Locator): readonly Problem[] {
  return reader.repeatedKeys.map(({ file, path, offset }) => ({
    code: 'key-twice',
    severity: 'warning',
    place: { ...locator.placeOfOffset(file, offset), pointer: fragmentOf(path) },
    message: `${quote(path.at(-1))} stands in the same object before.`,
    reading: 'the last of them; the others are lost',
    fix: 'keep one of them, or give them different names.',
  }))
}

/** The document without overlays. What they leave alone is part of both, and fits by now: a misfit is one that they mend. */
function fitWithoutOverlays(
  base: Container,
  { table, sources }: { readonly table: Table; readonly sources: Sources },
): { readonly base?: DocumentObject } {
  let isMended = false
  const report = () => {
    isMended = true
  }
  const fitted = makeFit(base, { table, sources, report })
  return isMended ? {} : { base: fitted }
}

/** Makes a bundled document one that later stages can rely on. */
function makeFit(
  document: Container,
  {
    table,
    sources,
    report,
  }: { readonly table: Table; readonly sources: Sources; readonly report: (finding: Finding) => void },
): DocumentObject {
  const omissions = new Omissions(document, sources)
  const fitted = fitStructure(document, { table, omissions, report })
  fitPathParameters(fitted, { omissions, sources, report })
  checkInheritance(fitted, report)
  return fitted
}

/** Files that are neither YAML nor JSON. */
function* malformed(reader: Reader, locator: Locator): Iterable<Problem> {
  for (const [file, problem] of reader.syntaxFailures())
    yield {
      code: problem.code,
      severity: 'error',
      place: locator.placeOfOffset(file, problem.offset),
      message: problem.message,
      fix: problem.fix,
    }
}

/** Documents and overlays that are not there; other files are reported where they are named. */
function* unreadable(reader: Reader, locator: Locator, named: readonly string[]): Iterable<Problem> {
  for (const file of named) {
    const failure = reader.failure(file)
    if (failure?.reason !== 'unreadable') continue
    yield {
      code: 'unreadable-file',
      severity: 'error',
      place: locator.place(file, []),
      message: `The file cannot be read (${failure.message}); expected an OpenAPI document or an overlay.`,
      fix: 'correct the file name in the configuration.',
    }
  }
}
