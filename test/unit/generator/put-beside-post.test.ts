import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
const parameters = [{ name: 'path', in: 'path', required: true, schema: { type: 'string' } }]

/**
 * Returns the resources of paths for files, with further operations. @param status the status of a PUT that
 * created a file.
 */
const resourcesWith = async (status: number, others: object) => {
  const { resources } = await described({
    '/files/{path}': {
      parameters,
      get: { operationId: 'getFile', responses: answers({ type: 'object' }) },
      put: { operationId: 'putFile', requestBody: body, responses: answers({ type: 'object' }, { status }) },
      delete: { operationId: 'deleteFile', responses: { 204: { description: 'Gone.' } } },
      ...others,
    },
  })
  return resources.map(({ operations, actions }) => ({ create: operations.create, actions }))
}
const post = { operationId: 'postFile', responses: answers({ type: 'object' }, { status: 201 }) }

test('where a path of an item takes both, a PUT that answers 201 makes the item, and the POST acts on it', async () => {
  expect(await resourcesWith(201, { post })).toEqual([{ create: 'putFile', actions: ['postFile'] }])
})

test('where no PUT answers 201, the POST makes it', async () => {
  expect(await resourcesWith(200, { post })).toEqual([{ create: 'postFile', actions: [] }])
})

test.each([201, 204])(
  'a PUT that answers %i makes items that nothing lists and nothing else makes',
  async (status) => {
    expect(await resourcesWith(status, {})).toEqual([{ create: 'putFile', actions: [] }])
  },
)

test('a POST that is called after creating makes the item, and the PUT replaces it', async () => {
  const named = { ...post, operationId: 'createFile' }
  expect(await resourcesWith(201, { post: named })).toEqual([{ create: 'createFile', actions: [] }])
})
