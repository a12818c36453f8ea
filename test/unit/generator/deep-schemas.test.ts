import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { createValidator } from '@concordat/runtime/schema'
import { expect, onTestFinished, test } from 'vitest'
import { prepareProject } from '../../../bench/corpus/project.ts'
import { generate } from '../../../generator/pipeline/generate.ts'

const LEVELS = 100

/** Returns a nested value, `{ next: { next: … } }`, or its schema. */
function nested(inner: unknown, wrap: (inner: unknown) => object): unknown {
  return Array.from({ length: LEVELS }).reduce<unknown>((held) => wrap(held), inner)
}

const SCHEMA = nested({ type: 'object', properties: { leaf: { type: 'string' } } }, (next) => ({
  type: 'object',
  properties: { next },
}))

/** Returns the maximum nesting depth of brackets. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const sign of text.replace(/'[^'\n]*'/g, '')) {
    if ('{['.includes(sign)) deepest = Math.max(deepest, ++depth)
    if ('}]'.includes(sign)) depth--
  }
  return deepest
}

test('schemas that stand deep in others are constants of their own, which TypeScript checks in no time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-deep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const content = { 'application/json': { schema: SCHEMA } }
  const responses = { 200: { description: 'As it came', content } }
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Deep', version: '1' },
      paths: { '/deep': { post: { operationId: 'sendDeep', requestBody: { content }, responses } } },
    }),
  )
  const { files } = await generate({
    document: join(folder, 'openapi.json'),
    output: folder,
    outputs: ['server'],
    importExtension: '.ts',
  })
  const text = files.get('operations.ts') ?? ''
  expect(depthOf(text)).toBeLessThan(60)

  const project = join(folder, 'project')
  prepareProject(project, resolve(import.meta.dirname, '../../..'))
  mkdirSync(join(project, 'out'))
  writeFileSync(join(project, 'out/operations.ts'), text)
  const module: { readonly document: DocumentDescriptor } = await import(
    pathToFileURL(join(project, 'out/operations.ts')).href
  )
  const [operation] = module.document.operations
  const schema = operation?.requestBody?.content['application/json']?.schema ?? false
  const validate = createValidator(module.document.definitions)(schema)
  expect(validate(nested({ leaf: 'a' }, (next) => ({ next })))).toEqual([])
  expect(validate(nested({ leaf: 7 }, (next) => ({ next })))).toHaveLength(1)
})
