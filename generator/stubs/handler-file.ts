import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Node, type ObjectLiteralExpression, Project, type SourceFile, SyntaxKind } from 'ts-morph'

/** A handler declared in a file, recognized by its type. */
interface DeclaredHandler {
  /** Name of the operation in generated code. */
  readonly operation: string
  readonly line: number
}

/** A user's file of handlers, and edits to it that leave its other text unchanged. */
export class HandlerFile {
  readonly #file: SourceFile

  constructor(file: SourceFile) {
    this.#file = file
  }

  get text(): string {
    return this.#file.getFullText()
  }

  exportedNames(): readonly string[] {
    const declared = this.#file.getStatements().flatMap((statement) => {
      if (Node.isVariableStatement(statement) && statement.isExported())
        return statement.getDeclarations().map((declaration) => declaration.getName())
      return Node.isFunctionDeclaration(statement) && statement.isExported()
        ? [statement.getName() ?? '']
        : []
    })
    const listed = this.#file
      .getExportDeclarations()
      .flatMap((declaration) =>
        declaration.getNamedExports().map((named) => named.getAliasNode()?.getText() ?? named.getName()),
      )
    return [...declared, ...listed]
  }

  /** The handlers in the file. The type identifies the operation, regardless of the handler's name. */
  handlers(): readonly DeclaredHandler[] {
    return this.#file.getVariableDeclarations().flatMap((declaration) => {
      const type = declaration.getTypeNode()?.getText() ?? ''
      const operation = /^Handlers(?:\$\d+)?(?:<.*>)?\[(["'])(.+)\1\]$/s.exec(type)?.[2]
      return operation === undefined ? [] : [{ operation, line: declaration.getStartLineNumber() }]
    })
  }

  /** Paths of the file's imports, without extensions. */
  importedPaths(): ReadonlySet<string> {
    const declarations = this.#file.getImportDeclarations()
    return new Set(
      declarations.map((declaration) => declaration.getModuleSpecifierValue().replace(/\.[jt]s$/, '')),
    )
  }

  /**
   * Adds an import, unless the file already imports something under the same local name.
   * @param binding "name", or "name as local".
   */
  addImport(added: {
    readonly module: string
    readonly local: string
    readonly binding: string
    readonly isType: boolean
  }): void {
    const { module, local, binding, isType } = added
    const declarations = this.#file.getImportDeclarations()
    const isKnown = declarations.some((declaration) =>
      declaration
        .getNamedImports()
        .some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === local),
    )
    if (isKnown) return
    const end = declarations.at(-1)?.getEnd()
    const text = `import ${isType ? 'type ' : ''}{ ${binding} } from '${module}'\n`
    const position = end === undefined ? 0 : end + (this.text.charAt(end) === '\n' ? 1 : 0)
    this.#file.insertText(position, text)
  }

  /** Adds members to a named object, and imports to the file. @returns false if there is no such object. */
  addToObject(
    name: string,
    { members, imports }: { readonly members: string; readonly imports: string },
  ): boolean {
    const object = this.#object(name)
    if (object === undefined) return false
    this.#file.insertText(object.getEnd() - 1, members)
    const last = this.#file.getImportDeclarations().at(-1)
    this.#file.insertText(last === undefined ? 0 : last.getEnd() + 1, imports)
    return true
  }

  /** Removes the imports of deleted handler files, and their entries in the named object. */
  leaveOutLost(name: string): boolean {
    const lost = this.#file.getImportDeclarations().filter((declaration) => {
      const path = declaration.getModuleSpecifierValue()
      const stem = join(this.#file.getDirectoryPath(), path.replace(/\.[jt]s$/, ''))
      return path.startsWith('./') && !['.ts', '.js', '/index.ts'].some((ending) => existsSync(stem + ending))
    })
    const lines = lost.flatMap((declaration) => {
      const namespace = declaration.getNamespaceImport()?.getText()
      const spread = this.#object(name)
        ?.getProperties()
        .find(
          (property) => Node.isSpreadAssignment(property) && property.getExpression().getText() === namespace,
        )
      return spread === undefined ? [] : [lineOf(declaration), lineOf(spread)]
    })
    for (const [start, end] of lines.toSorted(([one], [other]) => other - one))
      this.#file.removeText(start, end)
    return lines.length > 0
  }

  #object(name: string): ObjectLiteralExpression | undefined {
    return this.#file.getVariableDeclaration(name)?.getInitializerIfKind(SyntaxKind.ObjectLiteralExpression)
  }
}

/** @param names names relative to the folder. */
export function readHandlerFiles(folder: string, names: readonly string[]): ReadonlyMap<string, HandlerFile> {
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: false } })
  return new Map(
    names.map((name) => {
      const path = join(folder, name)
      const file = project.createSourceFile(path, readFileSync(path, 'utf8'), { overwrite: true })
      return [name, new HandlerFile(file)]
    }),
  )
}

/** Returns the range of a node, including the spaces around it, a trailing comma, and the line break. */
function lineOf(node: Node): [start: number, end: number] {
  const text = node.getSourceFile().getFullText()
  const [before = ''] = /[\t ]*$/.exec(text.slice(0, node.getStart())) ?? []
  const [after = ''] = /^,?[\t ]*\r?\n?/.exec(text.slice(node.getEnd())) ?? []
  return [node.getStart() - before.length, node.getEnd() + after.length]
}
