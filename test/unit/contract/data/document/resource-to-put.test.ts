import { expect, test } from 'vitest'
import { resourceToPut } from '../../../../../runtime/contract/data/document/resource-lookup.ts'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const thing = { type: 'object', properties: { id: text, name: text } }
const sent = { requestBody: { content: { 'application/json': { schema: thing } } } }
const parameters = (...names: readonly string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))

/** Returns the operations on a shop's plans, whose names are in the path, at a version of the paths. */
function plansAt(version: string) {
  const id = version.replace(/\W/g, '')
  const list = { type: 'array', items: thing }
  return {
    [`${version}/shops/{shop}/plans`]: {
      parameters: parameters('shop'),
      get: { operationId: `list${id}`, responses: answers(list) },
    },
    [`${version}/shops/{shop}/plans/{plan}`]: {
      parameters: parameters('shop', 'plan'),
      get: { operationId: `read${id}`, responses: { ...answers(thing), 404: {} } },
      post: { operationId: `add${id}`, ...sent, responses: answers(thing, { status: 201 }) },
    },
  }
}

async function putAt(paths: object): Promise<string | undefined> {
  const document = await described(paths)
  const own = document.resources.find(({ collection }) => collection === '/api/v1/shops/{shop}/plans')!
  return resourceToPut(own, 'plan', document)?.collection
}

test('an item that is put below another one is of a separate collection, not the same at another version', async () => {
  const all = { get: { operationId: 'all', responses: answers({ type: 'array', items: thing }) } }
  const plans = {
    '/plans': { ...all, post: { operationId: 'plan', ...sent, responses: answers(thing, { status: 201 }) } },
    '/plans/{id}': {
      parameters: parameters('id'),
      get: { operationId: 'one', responses: { ...answers(thing), 404: {} } },
    },
  }
  expect(await putAt({ ...plansAt('/api/v1'), ...plans })).toBe('/plans')
  expect(await putAt({ ...plansAt('/api/v1'), ...plansAt('') })).toBeUndefined()
})
