import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { serverUnreadBodies } from '../../../generator/outputs/server/unread-bodies.ts'
import { loadFolder, openapi } from '../load/folder.ts'

async function told(content: string, taken?: readonly string[]) {
  const operation = `{ operationId: send, requestBody: { content: ${content} }, responses: { '204': { description: ok } } }`
  const text = openapi(
    `paths: { /a: { post: ${operation} } }\ncomponents: { schemas: { Pet: { type: object, properties: { id: { type: integer } } } } }`,
  )
  return serverUnreadBodies(buildModel(await loadFolder({ 'openapi.yaml': text })).model, taken)
}

const PET = "{ schema: { $ref: '#/components/schemas/Pet' } }"

test.each([
  ['XML', `{ application/xml: ${PET} }`, 'application/xml'],
  ['a list in XML', `{ text/xml: { schema: { type: array, items: ${PET.slice(10, -2)} } } }`, 'text/xml'],
  ['YAML beside JSON', `{ application/json: ${PET}, application/yaml: ${PET} }`, 'application/yaml'],
])('%s has a schema that the server does not use', async (_, content, mediaType) => {
  expect(await told(content)).toEqual([
    expect.objectContaining({
      code: 'body-not-read',
      severity: 'warning',
      place: '#/paths/~1a/post',
      message: expect.stringContaining(
        `parse ${mediaType} in requests (send). Handlers receive the text, and nothing`,
      ),
    }),
  ])
})

test.each([
  ['JSON and forms', `{ application/json: ${PET}, application/x-www-form-urlencoded: ${PET} }`],
  ['a text', '{ application/xml: { schema: { type: string } }, text/csv: {} }'],
  ['lines of JSON', `{ application/jsonl: { itemSchema: { type: object } } }`],
])('%s is judged, or has nothing to be judged by', async (_, content) => {
  expect(await told(content)).toEqual([])
})

test('what the server does not take needs no reader', async () => {
  expect(await told(`{ application/json: ${PET}, application/xml: ${PET} }`, ['application/json'])).toEqual(
    [],
  )
})
