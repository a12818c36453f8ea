import { join } from 'node:path'
import { createApp } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { folder, openapi } from '../load/folder.ts'

const FILE = '{ type: string, format: binary }'

/** Reads a part "f" with a schema as the document's server does. */
async function serverOf(schema: string) {
  const media = `multipart/form-data: { schema: { type: object, properties: { f: ${schema} } } }`
  const responses = "responses: { '204': { description: ok }, '400': { description: refused } }"
  const root = await folder({
    'openapi.yaml': openapi(
      `paths: { /u: { post: { operationId: send, requestBody: { content: { ${media} } }, ${responses} } } }
components: { schemas: { File: ${FILE} } }`,
    ),
  })
  const { model } = await readDocument({ document: join(root, 'openapi.yaml') })
  const got: unknown[] = []
  const app = createApp(model.descriptor, {
    handlers: {
      send: ({ body }: { body: { f: unknown } }) => {
        got.push(body.f)
        return { status: 204 }
      },
    },
  })
  const send = async (...parts: readonly (string | File)[]): Promise<number> => {
    const body = new FormData()
    for (const part of parts) body.append('f', part)
    return (await app(new Request('http://host/u', { method: 'POST', body }))).status
  }
  return { send, got }
}

const file = new File(['x'], 'x.bin', { type: 'application/octet-stream' })

test.each([
  `{ oneOf: [${FILE}, { type: string }] }`,
  `{ oneOf: [{ $ref: '#/components/schemas/File' }, { type: string, maxLength: 9 }] }`,
  `{ oneOf: [{ type: string, contentMediaType: image/png }, { type: string }, { type: 'null' }] }`,
])('a part that is a file or a text may be either: %s', async (schema) => {
  const { send, got } = await serverOf(schema)
  expect([await send('text'), await send(file)]).toEqual([204, 204])
  expect(got).toEqual(['text', expect.any(File)])
})

test('items of a list, too', async () => {
  const { send } = await serverOf(`{ type: array, items: { oneOf: [${FILE}, { type: string }] } }`)
  expect(await send('text', file)).toBe(204)
})
