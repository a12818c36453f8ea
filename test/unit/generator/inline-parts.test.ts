import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { isModuleLink, modulePartsOf } from '../../../generator/emit/inline/module-parts.ts'

const runtime = resolve(import.meta.dirname, '../../../runtime')
const modules = ['client', 'http', 'schema', 'server'].flatMap((folder) =>
  readdirSync(join(runtime, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

/**
 * Analyses the source with TypeScript for comparison: which names each statement declares and uses, and which
 * names links import.
 */
function byTypeScript(path: string, text: string) {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return statements.map((statement) => {
    const from = linkedBy(statement)
    if (from !== undefined) return { from }
    const names = new Set<string>()
    const walk = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && !isMember(node)) names.add(node.text)
      ts.forEachChild(node, walk)
    }
    walk(statement)
    return { declares: declaredBy(statement), names }
  })
}

function linkedBy(statement: ts.Statement): string | undefined {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined
  const { moduleSpecifier } = statement
  return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)
    ? moduleSpecifier.text
    : undefined
}

function declaredBy(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText()
  const named = statement as ts.Statement & { readonly name?: ts.Identifier }
  return named.name?.text
}

function isMember(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isQualifiedName(parent)) return parent.right === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  return (
    (ts.isTypeElement(parent) || ts.isClassElement(parent) || ts.isPropertyAssignment(parent)) &&
    parent.name === node
  )
}

test.each(modules)('%s is taken apart as TypeScript does it', (path) => {
  const text = readFileSync(join(runtime, path), 'utf8')
  const parts = modulePartsOf(text)
  const expected = byTypeScript(path, text)
  expect(
    parts.map((part) => (isModuleLink(part) ? { from: part.from } : { declares: part.declares })),
  ).toEqual(expected.map(({ from, declares }) => (from === undefined ? { declares } : { from })))
  const known = new Set(
    parts.flatMap((part) =>
      isModuleLink(part) ? part.bindings.map(({ local }) => local) : (part.declares ?? []),
    ),
  )
  // An extra word copies an unused declaration; a missing one would omit a declaration that is used.
  const missing = expected.map(({ names = new Set<string>() }, index) => {
    const part = parts[index]
    if (part === undefined || isModuleLink(part)) return []
    return [...names].filter((name) => known.has(name) && name !== part.declares && !part.words.has(name))
  })
  expect(missing.flat()).toEqual([])
})

test('no class has a member that is only declared, which Babel refuses in copies as Metro calls it', () => {
  const declared = modules.filter((path) =>
    /^ {2}(?:override )?declare /m.test(readFileSync(join(runtime, path), 'utf8')),
  )
  expect(declared).toEqual([])
})
