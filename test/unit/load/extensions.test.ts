import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@concordat/runtime/json'
import { expect, test } from 'vitest'
import { ownBases } from '../../../bench/fuzz/bases.ts'
import { OPENAPI, SWAGGER } from '../../../generator/document/object-shapes.ts'
import { chooseShape, memberShape, type Shape } from '../../../generator/document/shape.ts'
import { generate } from '../../../generator/generate.ts'
import { responseExamples } from '../../../generator/model/examples/response-examples.ts'
import { folder } from './folder.ts'

/** Unknown extensions of each type. */
const EXTENSIONS = {
  'x-number': 2.1,
  'x-text': 'text',
  'x-flag': true,
  'x-null': null,
  'x-list': ['item'],
  'x-object': { description: 'An object.', content: { 'text/plain': 1 }, get: { responses: 1 } },
}

/** Returns a document with extensions in each of its OpenAPI objects. */
function extended(node: unknown, expected: Shape): unknown {
  const shape = chooseShape(expected, node)
  if (Array.isArray(node)) return node.map((item) => extended(item, memberShape(shape, '')))
  if (!isObject(node) || shape.is === 'literal') return node
  const members = Object.entries(node).map(
    ([name, value]) => [name, extended(value, memberShape(shape, name))] as const,
  )
  const isOpen = shape.is === 'object' && !('$ref' in node)
  return { ...Object.fromEntries(members), ...(isOpen && EXTENSIONS) }
}

/** Returns the source of a document's code, and the examples for its mock. */
async function productsOf(root: string, document: unknown): Promise<Readonly<Record<string, unknown>>> {
  const file = join(root, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { files, model } = await generate({ document: file, output: join(root, 'generated') })
  const code = [...files].filter(([name]) => name.endsWith('.ts'))
  return { ...Object.fromEntries(code), examples: responseExamples(model) }
}

test.for(ownBases())('extensions mean nothing wherever they stand: $name', async ({ document }) => {
  const { document: shape } = isObject(document) && 'swagger' in document ? SWAGGER : OPENAPI
  const root = await folder({})
  // The service's document refers to these files.
  cpSync('spec', root, { recursive: true })
  const plain = await productsOf(root, document)
  expect(Object.keys(plain).length).toBeGreaterThan(1)
  expect(await productsOf(root, extended(document, shape))).toEqual(plain)
})
