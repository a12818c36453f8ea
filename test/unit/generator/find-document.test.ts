import { expect, test } from 'vitest'
import { findProjectDocument } from '../../../generator/commands/init/find-document.ts'
import { folder } from '../load/folder.ts'

const paths = { '/long': { get: { description: 'x'.repeat(10_000), responses: {} } } }
const info = { title: 'Late', version: '1' }

test.each([
  ['JSON whose version comes last', 'api.json', JSON.stringify({ paths, info, openapi: '3.0.1' })],
  [
    'YAML whose version comes last',
    'api.yaml',
    `paths:\n  /long: {}\n${'# a\n'.repeat(3000)}openapi: 3.0.1\n`,
  ],
  ['Swagger', 'api.json', JSON.stringify({ paths, info, swagger: '2.0' })],
  ['JSON with a mistake in it', 'api.json', '{ "openapi": "3.1.0", "paths": {}, }'],
])('%s is found', async (_, name, text) => {
  expect(findProjectDocument(await folder({ [name]: text }))).toBe(name)
})

test.each([
  ['a version further down', 'other.json', JSON.stringify({ tool: { openapi: '3.0.1' } })],
  ['a word alone', 'other.yaml', 'name: openapi\n'],
])('%s is no document', async (_, name, text) => {
  const empty = await folder({ [name]: text })
  expect(() => findProjectDocument(empty)).toThrow('No OpenAPI document was found here.')
})
