import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

test.each([
  ['3.2.0', [true, true, undefined, true]],
  ['3.1.1', [undefined, true, undefined, undefined]],
])('OpenAPI %s says where `allowReserved` holds', async (version, heeded) => {
  const parameters = ['path', 'query', 'header', 'cookie'].map(
    (location) =>
      `{ name: id, in: ${location}, required: true, allowReserved: true, schema: { type: string } }`,
  )
  const text = openapi(
    `paths: { '/a/{id}': { get: { parameters: [${parameters.join(', ')}], responses: { '204': { description: ok } } } } }`,
    version,
  )
  const { model } = buildModel(await loadFolder({ 'openapi.yaml': text }))
  const [operation] = model.descriptor.operations
  expect(operation?.parameters?.map(({ allowReserved }) => allowReserved)).toEqual(heeded)
})
