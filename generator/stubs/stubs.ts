import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { identifierCode, printedCode, stringLiteralCode } from '../emit/print/code.ts'
import { operationDocComment } from '../emit/print/doc.ts'
import type { ImportExtension } from '../emit/print/import-statements.ts'
import { IMPORTED_MODULES } from '../emit/print/modules.ts'
import { TakenNames } from '../emit/print/taken-names.ts'
import { printTemplateView } from '../emit/print/template.ts'
import { UsageError } from '../errors/problem.ts'
import type { Model, Operation, Tag } from '../model/model.ts'
import type { HandlerFile } from './handler-file.ts'

export interface StubsOptions {
  /** Absolute path of the folder that contains the handlers. */
  readonly folder: string
  /** Absolute path of the folder that contains the generated files. */
  readonly output: string
  /** Extension in the import paths of handler files and generated files. */
  readonly importExtension: ImportExtension
  /** The source from which handler files import the runtime. Default: package. */
  readonly runtime?: 'package' | 'inline' | undefined
}

export interface Stubs {
  /** New contents by relative path, only for files that change. */
  readonly changed: ReadonlyMap<string, string>
  /**
   * Handlers for operations that the document no longer has. They are reported, but only the user removes
   * them.
   */
  readonly gone: readonly GoneHandler[]
}

export interface GoneHandler {
  /** Relative path and line, such as "pets.ts:12". */
  readonly place: string
  /** Name that the operation had in earlier generated code. */
  readonly operation: string
}

/** A tag's file. */
interface TagFile {
  readonly tag: Tag
  /** Without extension. */
  readonly name: string
}

/** The inlined runtime's server entry. */
const INLINED_SERVER = 'runtime/server/server'

/** Name of the file that joins the other handler files. */
const JOINED = 'handlers'

/**
 * Creates the handler files that a folder lacks, and extends those that lack handlers. There is one file for
 * each tag, and `handlers.ts`, which joins them. A handler exported anywhere in the folder counts as written.
 * Existing handlers are unchanged.
 */
export async function makeStubs(model: Model, options: StubsOptions): Promise<Stubs> {
  const existing = await readExisting(options.folder)
  const written = new Set(
    [...existing].flatMap(([name, file]) =>
      file.exportedNames().filter((exported) => name !== `${JOINED}.ts` || exported !== JOINED),
    ),
  )
  const { folder, output, importExtension } = options
  const generated = (path: string) => `${importPath(folder, join(output, path))}${importExtension}`
  const modules: Modules = {
    server: generated('server'),
    runtime: options.runtime === 'inline' ? generated(INLINED_SERVER) : IMPORTED_MODULES.server,
  }
  const names = new TakenNames()
  names.declare(JOINED)
  const tagFiles = model.tags.map((tag) => ({ tag, name: names.declare(tag.fileName) }))
  const changed = new Map<string, string>()
  for (const { tag, name } of tagFiles) {
    const missing = tag.operations.filter((operation) => !written.has(operation.name))
    const file = `${name}.ts`
    if (missing.length > 0) changed.set(file, tagFile(existing.get(file), missing, modules))
  }
  const present = tagFiles.filter(
    ({ name }) => changed.has(`${name}.ts`) || existsSync(join(folder, `${name}.ts`)),
  )
  const joined = joinedFile(existing.get(`${JOINED}.ts`), present, {
    server: modules.server,
    importExtension,
  })
  if (joined !== undefined) changed.set(`${JOINED}.ts`, joined)
  return { changed, gone: [...existing].flatMap(([name, file]) => goneHandlers(file, { name, model })) }
}

function sourceNames(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(
      (name) =>
        name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.split(/[\\/]/).includes('node_modules'),
    )
    .sort()
}

/**
 * Reads a folder's files with ts-morph. Because ts-morph includes a compiler, it is loaded only if the folder
 * has files.
 * @throws {UsageError} if ts-morph is not installed in the project.
 */
async function readExisting(folder: string): Promise<ReadonlyMap<string, HandlerFile>> {
  const names = sourceNames(folder)
  if (names.length === 0) return new Map()
  const { readHandlerFiles } = await import('./handler-file.ts').catch(refuseWithoutReader)
  return readHandlerFiles(folder, names)
}

function refuseWithoutReader(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
  throw new UsageError(
    'Reading the existing handlers requires ts-morph, which is not installed. Fix: npm install --save-dev ts-morph',
    { cause },
  )
}

function goneHandlers(
  file: HandlerFile,
  { name, model }: { readonly name: string; readonly model: Model },
): readonly GoneHandler[] {
  const known = new Set(model.operations.map((operation) => operation.name))
  return file
    .handlers()
    .filter(({ operation }) => !known.has(operation))
    .map(({ operation, line }) => ({ place: `${name}:${line}`, operation }))
}

function importPath(folder: string, file: string): string {
  const path = relative(resolve(folder), file).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** Imports of handler files. */
interface Modules {
  readonly server: string
  readonly runtime: string
}

function tagFile(
  file: HandlerFile | undefined,
  missing: readonly Operation[],
  { server, runtime }: Modules,
): string {
  const imported = importedNames(file, missing)
  const handlers = missing.map((operation) => handlerText(operation, imported))
  if (file === undefined)
    return printTemplateView('stub', {
      runtime: stringLiteralCode(runtime),
      server: stringLiteralCode(server),
      HttpProblem: printedCode(binding(imported.HttpProblem)),
      Handlers: printedCode(binding(imported.Handlers)),
      operations: handlers.map((handler) => ({ handler: printedCode(handler.trimEnd()) })),
    })
  const { HttpProblem, Handlers } = imported
  file.addImport({
    module: runtime,
    local: HttpProblem.local,
    binding: binding(HttpProblem),
    isType: false,
  })
  file.addImport({ module: server, local: Handlers.local, binding: binding(Handlers), isType: true })
  return append(file.text, handlers)
}

interface ImportedName {
  readonly name: string
  readonly local: string
}

interface ImportedNames {
  readonly HttpProblem: ImportedName
  readonly Handlers: ImportedName
}

/** Local names of imports. If an operation has the same name as an import, the import is renamed. */
function importedNames(file: HandlerFile | undefined, missing: readonly Operation[]): ImportedNames {
  const names = new TakenNames()
  for (const exported of file === undefined ? [] : file.exportedNames()) names.declare(exported)
  for (const { name } of missing) names.declare(name)
  const imported = (name: string) => ({ name, local: names.alias(name) })
  return { HttpProblem: imported('HttpProblem'), Handlers: imported('Handlers') }
}

/** An import binding: "HttpProblem", or "HttpProblem as HttpProblem$1". */
function binding({ name, local }: ImportedName): string {
  return local === name ? name : `${name} as ${local}`
}

function handlerText(operation: Operation, { HttpProblem, Handlers }: ImportedNames): string {
  const { name, descriptor } = operation
  return printTemplateView('handler', {
    doc: operationDocComment(operation),
    name: identifierCode(name),
    Handlers: identifierCode(Handlers.local),
    key: stringLiteralCode(name),
    HttpProblem: identifierCode(HttpProblem.local),
    detail: stringLiteralCode(`${descriptor.method} ${descriptor.path} is not implemented yet.`),
  })
}

function append(text: string, parts: readonly string[]): string {
  const separator = text.endsWith('\n') ? '\n' : '\n\n'
  return text + separator + parts.join('\n')
}

/**
 * Creates the joining file, or changes an existing one only to add tags that it does not import yet and to
 * remove deleted files.
 */
function joinedFile(
  file: HandlerFile | undefined,
  present: readonly TagFile[],
  { server, importExtension }: { server: string; importExtension: ImportExtension },
): string | undefined {
  const view = ({ tag, name }: TagFile) => ({
    name: identifierCode(`${tag.identifier}Handlers`),
    path: stringLiteralCode(`./${name}${importExtension}`),
  })
  if (file === undefined)
    return present.length === 0
      ? undefined
      : printTemplateView('handlers', { server: stringLiteralCode(server), tags: present.map(view) })
  const hasLost = file.leaveOutLost(JOINED)
  const imported = file.importedPaths()
  const missing = present.filter(({ name }) => !imported.has(`./${name}`))
  const isJoined =
    missing.length > 0 &&
    file.addToObject(JOINED, {
      members: missing.map((tag) => `  ...${view(tag).name},\n`).join(''),
      imports: missing.map((tag) => `import * as ${view(tag).name} from ${view(tag).path}\n`).join(''),
    })
  return hasLost || isJoined ? file.text : undefined
}
