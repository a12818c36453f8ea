import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Node, Project, type SourceFile, SyntaxKind } from 'ts-morph'
import { identifier, printed, stringLiteral } from '../emit/code.ts'
import { operationDoc } from '../emit/doc.ts'
import { render } from '../emit/template.ts'
import type { Model, Operation, Tag } from '../model/model.ts'

export interface StubsOptions {
  /** Absolute path of the folder that holds the handlers. */
  readonly folder: string
  /** Absolute path of the generated files. */
  readonly output: string
}

/**
 * The handler files that a folder lacks, or lacks parts of: one file for each tag, and `handlers.ts`, which joins them.
 * A handler counts as written wherever in the folder it is exported. Text that is there stays as it is; what is
 * missing goes behind it.
 * @returns relative path → whole new text, only for files that change.
 */
export function makeStubs(model: Model, options: StubsOptions): ReadonlyMap<string, string> {
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: false } })
  const existing = new Map(
    sourceNames(options.folder).map((name) => [
      name,
      project.createSourceFile(join(options.folder, name), readFileSync(join(options.folder, name), 'utf8'), {
        overwrite: true,
      }),
    ]),
  )
  const written = new Set([...existing.values()].flatMap(exportedNames))
  const server = importPath(options.folder, join(options.output, 'server.ts'))
  const changed = new Map<string, string>()
  for (const tag of model.tags) {
    const missing = tag.operations.filter((operation) => !written.has(operation.descriptor.operationId))
    const name = `${tag.fileName}.ts`
    if (missing.length > 0) changed.set(name, tagFile(existing.get(name), missing, server))
  }
  const joined = joinedFile(existing.get('handlers.ts'), model.tags, {
    server,
    folder: options.folder,
    changed,
  })
  if (joined !== undefined) changed.set('handlers.ts', joined)
  return changed
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

function importPath(folder: string, file: string): string {
  const path = relative(resolve(folder), file).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

function tagFile(file: SourceFile | undefined, missing: readonly Operation[], server: string): string {
  const handlers = missing.map((operation) => handlerText(operation))
  if (file === undefined)
    return render('stub', {
      server: stringLiteral(server),
      operations: handlers.map((handler) => ({ handler: printed(handler.trimEnd()) })),
    })
  addImport(file, { module: '@concordat/runtime/server', name: 'HttpProblem', isType: false })
  addImport(file, { module: server, name: 'Handlers', isType: true })
  return append(file.getFullText(), handlers)
}

function handlerText(operation: Operation): string {
  const { operationId, method, path } = operation.descriptor
  return render('handler', {
    doc: operationDoc(operation),
    name: identifier(operationId),
    key: stringLiteral(operationId),
    detail: stringLiteral(`${method} ${path} is not implemented yet.`),
  })
}

function append(text: string, parts: readonly string[]): string {
  const separator = text.endsWith('\n') ? '\n' : '\n\n'
  return text + separator + parts.join('\n')
}

/** Adds an import only where the file does not have the name yet, whatever it imports it from. */
function addImport(
  file: SourceFile,
  { module, name, isType }: { module: string; name: string; isType: boolean },
): void {
  const isKnown = file
    .getImportDeclarations()
    .some((declaration) =>
      declaration
        .getNamedImports()
        .some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === name),
    )
  if (isKnown) return
  const last = file.getImportDeclarations().at(-1)
  const text = `import ${isType ? 'type ' : ''}{ ${name} } from '${module}'\n`
  const position =
    last === undefined ? 0 : last.getEnd() + (file.getFullText().charAt(last.getEnd()) === '\n' ? 1 : 0)
  file.insertText(position, text)
}

/** `handlers.ts` needs a change only for a tag whose file it does not import yet. */
function joinedFile(
  file: SourceFile | undefined,
  tags: readonly Tag[],
  { server, folder, changed }: { server: string; folder: string; changed: ReadonlyMap<string, string> },
): string | undefined {
  const present = tags.filter(
    (tag) => changed.has(`${tag.fileName}.ts`) || existsSync(join(folder, `${tag.fileName}.ts`)),
  )
  const view = (tag: Tag) => ({
    name: identifier(`${tag.identifier}Handlers`),
    path: stringLiteral(`./${tag.fileName}.ts`),
  })
  if (file === undefined)
    return present.length === 0
      ? undefined
      : render('handlers', { server: stringLiteral(server), tags: present.map(view) })
  const imported = new Set(
    file.getImportDeclarations().map((declaration) => declaration.getModuleSpecifierValue()),
  )
  const missing = present.filter((tag) => !imported.has(`./${tag.fileName}.ts`))
  const object = file
    .getVariableDeclaration('handlers')
    ?.getInitializerIfKind(SyntaxKind.ObjectLiteralExpression)
  if (missing.length === 0 || object === undefined) return undefined
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
