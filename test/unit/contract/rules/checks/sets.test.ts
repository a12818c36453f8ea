import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const garden = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    plants: { type: 'array', items: { type: 'string' } },
  },
}
const body = { required: true, content: { 'application/json': { schema: garden } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const plant = { name: 'plant', in: 'path', required: true, schema: { type: 'string' } }
const absent = { 404: { description: 'None.' } }
const done = { 204: { description: 'Done.' }, ...absent }

/** Gardens that each have a set of plants, available at nested paths and as a property. */
const gardens = () =>
  described({
    '/gardens': {
      get: { operationId: 'listGardens', responses: answers({ type: 'array', items: garden }) },
      post: { operationId: 'addGarden', requestBody: body, responses: answers(garden, { status: 201 }) },
    },
    '/gardens/{id}': {
      parameters: [id],
      get: { operationId: 'readGarden', responses: { ...answers(garden), ...absent } },
      delete: { operationId: 'dropGarden', responses: done },
    },
    '/gardens/{id}/plants': {
      parameters: [id],
      get: { operationId: 'listPlants', responses: answers({ type: 'array', items: { type: 'string' } }) },
    },
    '/gardens/{id}/plants/{plant}': {
      parameters: [id, plant],
      put: { operationId: 'addPlant', responses: done },
      delete: { operationId: 'removePlant', responses: done },
    },
  })

/** @param change an additional effect of removing a plant. */
async function findings(change: (garden: { title: string; plants: string[] }) => void = () => {}) {
  const kept = new Map<string, { id: number; title: string; plants: string[] }>()
  let last = 0
  const answer = ({ method, url }: Request, text: string): Response => {
    const [, , of = '', , name = ''] = new URL(url).pathname.split('/').map(decodeURIComponent)
    if (of === '' && method === 'GET') return Response.json([...kept.values()])
    if (of === '') {
      const { title, plants = [] } = JSON.parse(text)
      kept.set(String(++last), { id: last, title, plants })
      return Response.json(kept.get(String(last)), { status: 201 })
    }
    const found = kept.get(of)
    if (found === undefined) return Response.json({}, { status: 404 })
    if (name === '' && method === 'DELETE') kept.delete(of)
    if (name === '' && method === 'GET') return Response.json(url.endsWith('/plants') ? found.plants : found)
    if (name !== '') found.plants = found.plants.filter((one) => one !== name)
    if (name !== '' && method === 'PUT') found.plants.push(name)
    if (name !== '' && method === 'DELETE') change(found)
    return new Response(null, { status: 204 })
  }
  const lines = await outcomes(await gardens(), { answer, rules: ['isolation', 'unknown-id'] })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test('a member that is called as the set below it shows the set, and what is not in it may be taken out', async () => {
  expect(await findings()).toEqual([])
})

test('another member stays', async () => {
  const renaming = await findings((one) => {
    one.title += '!'
  })
  expect(renaming).toEqual([expect.stringMatching(/^isolation removePlant: the parent's "title" to stay /)])
})
