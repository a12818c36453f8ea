import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { outcomes } from '../contract/support/small-service.ts'

const part = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const body = { required: true, content: { 'application/json': { schema: part } } }
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: { type: 'integer' } }))

const list = { type: 'array', minItems: 1, maxItems: 3, items: part }

/** Boats and their sails, of which a list shows at most three. */
const harbor = () =>
  described({
    '/boats': {
      post: { operationId: 'build', requestBody: body, responses: answers(part, { status: 201 }) },
    },
    '/boats/{boat}': {
      parameters: inPath('boat'),
      get: { operationId: 'readBoat', responses: answers(part) },
    },
    '/boats/{boat}/sails': {
      parameters: inPath('boat'),
      get: { operationId: 'listSails', responses: answers(list) },
      post: { operationId: 'addSail', requestBody: body, responses: answers(part, { status: 201 }) },
    },
    '/boats/{boat}/sails/{sail}': {
      parameters: inPath('boat', 'sail'),
      get: { operationId: 'readSail', responses: answers(part) },
      delete: { operationId: 'removeSail', responses: { 204: { description: 'Removed.' } } },
    },
  })

test('a list below a new item has as many items as it must, and then shows the newest', async () => {
  const mock = createMock(await harbor())
  const call = async <Value>(method: string, path: string, sent?: object): Promise<Value> => {
    const content = { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }
    const request = new Request(`http://mock.test${path}`, { method, ...(sent && content) })
    return (await mock(request)).json() as Promise<Value>
  }
  const { id } = await call<{ id: number }>('POST', '/boats', { name: 'Ada' })
  const sails = `/boats/${id}/sails`
  expect(await call('GET', sails)).toHaveLength(1)
  for (const name of ['jib', 'main', 'mizzen', 'kite']) await call('POST', sails, { name })
  const listed = await call<{ name: string }[]>('GET', sails)
  expect(listed.map(({ name }) => name)).toEqual(['main', 'mizzen', 'kite'])
})

test('no rule misses an item in a list that has as many items as it can', async () => {
  const rules = ['listing', 'isolation', 'lifecycle', 'round-trip']
  const found = await outcomes(await harbor(), { answer: createMock(await harbor()), rules })
  expect(found.filter((line) => !/: (passed|not run)/.test(line))).toEqual([])
  expect(found).toContain('lifecycle addSail: passed')
})
