import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Returns code that checks a document for types that loading has already determined: tests for objects, and
 * property access by string.
 */
function asked(text: string): string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isTest = ts.isCallExpression(node) && node.expression.getText(source) === 'isObject'
    const isByText = ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
    if (isTest || isByText) found.push(node.getText(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test.each(['generator/model', 'generator/emit'])('%s takes the document as it is typed', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(10)
  const found = files.flatMap((name) =>
    asked(readFileSync(join(root, folder, name), 'utf8')).map((text) => `${name}: ${text}`),
  )
  expect(found).toEqual([])
})

test.each([
  ["const name = value['name']", ["value['name']"]],
  ['if (isObject(value)) go()', ['isObject(value)']],
  ["type Name = Value['name']; const name = value.name ?? value[key]", []],
])('%s', (text, expected) => {
  expect(asked(text)).toEqual(expected)
})
