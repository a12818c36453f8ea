import { expect, test } from 'vitest'
import { answers, described } from '../contract/described.ts'

const text = { type: 'string' }
const item = { type: 'object', properties: { id: text, title: text } }
const id = { name: 'id', in: 'path', required: true, schema: text }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })

/** The operations of the collection of files, where "making" is what else the document has at these paths. */
async function operationsOfFiles(making: Readonly<Record<string, string>>) {
  const post = (operationId: string) => ({ operationId, requestBody: body(item), responses: answers(item) })
  const { resources } = await described({
    '/files/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(item) } },
    ...Object.fromEntries(
      Object.entries(making).map(([path, operationId]) => [path, { post: post(operationId) }]),
    ),
  })
  return resources.find(({ name }) => name === 'files')?.operations
}

test.each(['upload', 'create', 'add'])(
  '"POST /files/%s" makes a file where nothing else does',
  async (word) => {
    expect(await operationsOfFiles({ [`/files/${word}`]: 'make' })).toEqual({ create: 'make', read: 'read' })
  },
)

test('another word makes none, and neither does one beside a collection that takes a POST', async () => {
  expect((await operationsOfFiles({ '/files/convert': 'convert' }))?.create).toBeUndefined()
  expect((await operationsOfFiles({ '/files': 'create', '/files/upload': 'upload' }))?.create).toBe('create')
})
