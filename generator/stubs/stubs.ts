import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Node, type ObjectLiteralExpression, Project, type SourceFile, SyntaxKind } from 'ts-morph'
import { identifier, printed, stringLiteral } from '../emit/print/code.ts'
import { operationDoc } from '../emit/print/doc.ts'
import type { ImportExtension } from '../emit/print/import-statements.ts'
import { MODULES } from '../emit/print/modules.ts'
import { TakenNames } from '../emit/print/taken-names.ts'
import { render } from '../emit/print/template.ts'
import type { Model, Operation, Tag } from '../model/model.ts'

export interface StubsOptions {
  /** Absolute path of the folder that holds the handlers. */
  readonly folder: string
  /** Absolute path of the generated files. */
  readonly output: string
  /** How the files name one another and the generated ones. */
  readonly importExtension: ImportExtension
}

export interface Stubs {
  /** Relative path → whole new text, only for files that change. */
  readonly changed: ReadonlyMap<string, string>
  /** Handlers of operations that the document no longer has; only the owner of the file may remove them. */
  readonly gone: readonly GoneHandler[]
}

export interface GoneHandler {
  /** Relative path and line: "pets.ts:12". */
  readonly place: string
  /** What generated code called the operation. */
  readonly operation: string
}

/** The file of one tag. */
interface TagFile {
  readonly tag: Tag
  /** Without its ending. */
  readonly name: string
}

/** The file that joins the others. */
const JOINED = 'handlers'

/**
 * The handler files that a folder lacks, or lacks parts of: one file for each tag, and `handlers.ts`, which joins them.
 * A handler counts as written wherever in the folder it is exported. Text that is there stays as it is; what is
 * missing goes behind it.
 */
export function makeStubs(model: Model, options: StubsOptions): Stubs {
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: false } })
  const existing = new Map(
    sourceNames(options.folder).map((name) => [
      name,
      project.createSourceFile(join(options.folder, name), readFileSync(join(options.folder, name), 'utf8'), {
        overwrite: true,
      }),
    ]),
  )
  const written = new Set(
    [...existing].flatMap(([name, file]) =>
      exportedNames(file).filter((exported) => name !== `${JOINED}.ts` || exported !== JOINED),
    ),
  )
  const { folder, output, importExtension } = options
  const server = `${importPath(folder, join(output, 'server'))}${importExtension}`
  const names = new TakenNames()
  names.declare(JOINED)
  const tagFiles = model.tags.map((tag) => ({ tag, name: names.declare(tag.fileName) }))
  const changed = new Map<string, string>()
  for (const { tag, name } of tagFiles) {
    const missing = tag.operations.filter((operation) => !written.has(operation.name))
    const file = `${name}.ts`
    if (missing.length > 0) changed.set(file, tagFile(existing.get(file), missing, server))
  }
  const present = tagFiles.filter(
    ({ name }) => changed.has(`${name}.ts`) || existsSync(join(folder, `${name}.ts`)),
  )
  const joined = joinedFile(existing.get(`${JOINED}.ts`), present, { server, importExtension })
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

function exportedNames(file: SourceFile): string[] {
  const declared = file.getStatements().flatMap((statement) => {
    if (Node.isVariableStatement(statement) && statement.isExported())
      return statement.getDeclarations().map((declaration) => declaration.getName())
    return Node.isFunctionDeclaration(statement) && statement.isExported() ? [statement.getName() ?? ''] : []
  })
  const listed = file
    .getExportDeclarations()
    .flatMap((declaration) =>
      declaration.getNamedExports().map((named) => named.getAliasNode()?.getText() ?? named.getName()),
    )
  return [...declared, ...listed]
}

/** The type of a handler says which operation it is for, whatever its name. */
function goneHandlers(
  file: SourceFile,
  { name, model }: { readonly name: string; readonly model: Model },
): readonly GoneHandler[] {
  const known = new Set(model.operations.map((operation) => operation.name))
  return file.getVariableDeclarations().flatMap((declaration) => {
    const type = declaration.getTypeNode()?.getText() ?? ''
    const operation = /^Handlers(?:\$\d+)?(?:<.*>)?\[(["'])(.+)\1\]$/s.exec(type)?.[2]
    if (operation === undefined || known.has(operation)) return []
    return [{ place: `${name}:${declaration.getStartLineNumber()}`, operation }]
  })
}

function importPath(folder: string, file: string): string {
  const path = relative(resolve(folder), file).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

function tagFile(file: SourceFile | undefined, missing: readonly Operation[], server: string): string {
  const imported = importedNames(file, missing)
  const handlers = missing.map((operation) => handlerText(operation, imported))
  if (file === undefined)
    return render('stub', {
      runtime: stringLiteral(MODULES.server),
      server: stringLiteral(server),
      HttpProblem: printed(binding(imported.HttpProblem)),
      Handlers: printed(binding(imported.Handlers)),
      operations: handlers.map((handler) => ({ handler: printed(handler.trimEnd()) })),
    })
  addImport(file, { module: MODULES.server, ...imported.HttpProblem, isType: false })
  addImport(file, { module: server, ...imported.Handlers, isType: true })
  return append(file.getFullText(), handlers)
}

/** What a file of handlers imports, and what it calls that. */
interface ImportedName {
  readonly name: string
  readonly local: string
}

interface ImportedNames {
  readonly HttpProblem: ImportedName
  readonly Handlers: ImportedName
}

/** An operation may have the name of what its file imports, which then gets another one there. */
function importedNames(file: SourceFile | undefined, missing: readonly Operation[]): ImportedNames {
  const names = new TakenNames()
  for (const exported of file === undefined ? [] : exportedNames(file)) names.declare(exported)
  for (const { name } of missing) names.declare(name)
  const imported = (name: string) => ({ name, local: names.alias(name) })
  return { HttpProblem: imported('HttpProblem'), Handlers: imported('Handlers') }
}

/** "HttpProblem", or "HttpProblem as HttpProblem$1". */
function binding({ name, local }: ImportedName): string {
  return local === name ? name : `${name} as ${local}`
}

function handlerText(operation: Operation, { HttpProblem, Handlers }: ImportedNames): string {
  const { name, descriptor } = operation
  return render('handler', {
    doc: operationDoc(operation),
    name: identifier(name),
    Handlers: identifier(Handlers.local),
    key: stringLiteral(name),
    HttpProblem: identifier(HttpProblem.local),
    detail: stringLiteral(`${descriptor.method} ${descriptor.path} is not implemented yet.`),
  })
}

function append(text: string, parts: readonly string[]): string {
  const separator = text.endsWith('\n') ? '\n' : '\n\n'
  return text + separator + parts.join('\n')
}

/** Adds an import only where the file does not have the name yet, whatever it imports it from. */
function addImport(
  file: SourceFile,
  { module, isType, ...imported }: ImportedName & { module: string; isType: boolean },
): void {
  const isKnown = file
    .getImportDeclarations()
    .some((declaration) =>
      declaration
        .getNamedImports()
        .some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === imported.local),
    )
  if (isKnown) return
  const last = file.getImportDeclarations().at(-1)
  const text = `import ${isType ? 'type ' : ''}{ ${binding(imported)} } from '${module}'\n`
  const position =
    last === undefined ? 0 : last.getEnd() + (file.getFullText().charAt(last.getEnd()) === '\n' ? 1 : 0)
  file.insertText(position, text)
}

/** The joining file needs a change only for a tag whose file it does not import yet, and for a file that is there no more. */
function joinedFile(
  file: SourceFile | undefined,
  present: readonly TagFile[],
  { server, importExtension }: { server: string; importExtension: ImportExtension },
): string | undefined {
  const view = ({ tag, name }: TagFile) => ({
    name: identifier(`${tag.identifier}Handlers`),
    path: stringLiteral(`./${name}${importExtension}`),
  })
  if (file === undefined)
    return present.length === 0
      ? undefined
      : render('handlers', { server: stringLiteral(server), tags: present.map(view) })
  const hasLost = leaveOutLost(file)
  const imported = new Set(
    file
      .getImportDeclarations()
      .map((declaration) => declaration.getModuleSpecifierValue().replace(/\.[jt]s$/, '')),
  )
  const missing = present.filter(({ name }) => !imported.has(`./${name}`))
  const object = joinedObject(file)
  if (missing.length === 0 || object === undefined) return hasLost ? file.getFullText() : undefined
  const end = object.getEnd() - 1
  file.insertText(end, missing.map((tag) => `  ...${view(tag).name},\n`).join(''))
  const last = file.getImportDeclarations().at(-1)
  const position = last === undefined ? 0 : last.getEnd() + 1
  file.insertText(
    position,
    missing.map((tag) => `import * as ${view(tag).name} from ${view(tag).path}\n`).join(''),
  )
  return file.getFullText()
}

function joinedObject(file: SourceFile): ObjectLiteralExpression | undefined {
  return file.getVariableDeclaration(JOINED)?.getInitializerIfKind(SyntaxKind.ObjectLiteralExpression)
}

/** Takes out what stubs wrote for a file that its owner removed since: the import of its handlers, and their place among all. */
function leaveOutLost(file: SourceFile): boolean {
  const lost = file.getImportDeclarations().filter((declaration) => {
    const path = declaration.getModuleSpecifierValue()
    const stem = join(file.getDirectoryPath(), path.replace(/\.[jt]s$/, ''))
    return path.startsWith('./') && !['.ts', '.js', '/index.ts'].some((ending) => existsSync(stem + ending))
  })
  const lines = lost.flatMap((declaration) => {
    const name = declaration.getNamespaceImport()?.getText()
    const spread = joinedObject(file)
      ?.getProperties()
      .find((property) => Node.isSpreadAssignment(property) && property.getExpression().getText() === name)
    return spread === undefined ? [] : [lineOf(declaration), lineOf(spread)]
  })
  for (const [start, end] of lines.toSorted(([one], [other]) => other - one)) file.removeText(start, end)
  return lines.length > 0
}

/** A node with the line that it stands on, and the comma behind it. */
function lineOf(node: Node): [start: number, end: number] {
  const text = node.getSourceFile().getFullText()
  const [before = ''] = /[\t ]*$/.exec(text.slice(0, node.getStart())) ?? []
  const [after = ''] = /^,?[\t ]*\r?\n?/.exec(text.slice(node.getEnd())) ?? []
  return [node.getStart() - before.length, node.getEnd() + after.length]
}
