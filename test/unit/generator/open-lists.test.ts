import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const job = { type: 'object', properties: { note: { type: 'string' } } }
const map = { type: 'object', additionalProperties: { type: 'object' } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]

/** Returns the resources of a path and of an item below it. @param shown schemas of their responses. */
async function resourcesOf(shown: { readonly above: object; readonly item: object }) {
  const { resources } = await described({
    '/jobs': { get: { operationId: 'look', responses: answers(shown.above) } },
    '/jobs/{id}': { get: { operationId: 'read', parameters, responses: answers(shown.item) } },
  })
  return resources.map(({ operations }) => operations)
}

test('a path whose response may contain anything lists the items below it', async () => {
  const both = [{ list: 'look', read: 'read' }]
  expect(await resourcesOf({ above: map, item: map })).toEqual(both)
  expect(await resourcesOf({ above: map, item: job })).toEqual(both)
})

test('a path with the described response of the item below it is no list', async () => {
  expect(await resourcesOf({ above: job, item: job })).toEqual([])
})
