import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

/** Returns what names memberships at "/memberships/{org}", each of which shows these properties. */
async function namesOf(properties: object): Promise<unknown> {
  const membership = { type: 'object', properties }
  const json = (schema: object) => ({
    200: { description: 'Ok', content: { 'application/json': { schema } } },
  })
  const org = { name: 'org', in: 'path', required: true, schema: { type: 'string' } }
  const paths = {
    '/memberships': { get: { responses: json({ type: 'array', items: membership }) } },
    '/memberships/{org}': { get: { parameters: [org], responses: json(membership) } },
  }
  const loaded = await loadFolder({ 'openapi.yaml': openapi(`paths: ${JSON.stringify(paths)}`) })
  return buildModel(loaded).model.descriptor.resources[0]?.names
}

const text = { type: 'string' }
const state = { enum: ['active', 'pending'] }

test('a parameter that abbreviates a part is the name of this part', async () => {
  const organization = { type: 'object', properties: { id: { type: 'integer' }, login: text } }
  expect(await namesOf({ state, organization })).toEqual([
    { path: ['organization', 'login'], certainty: 'likely' },
  ])
})

test('neither another part nor one without a name is', async () => {
  expect(await namesOf({ state, user: { type: 'object', properties: { login: text } } })).toBeUndefined()
  const organization = { type: 'object', properties: { motto: text } }
  expect(await namesOf({ state, organization })).toBeUndefined()
})
