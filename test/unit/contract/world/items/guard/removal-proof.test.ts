import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../../support/described.ts'

const text = { type: 'string' }
const boat = { type: 'object', required: ['name'], properties: { id: text, name: text } }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const document = await described({
  '/boats': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: boat }) },
    post: { operationId: 'create', requestBody: json(boat), responses: answers(boat, { status: 201 }) },
  },
  '/boats/{id}': {
    get: {
      operationId: 'read',
      parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      responses: { ...answers(boat), 404: { description: 'None.' } },
    },
  },
  '/boats/batch': {
    delete: {
      operationId: 'remove',
      requestBody: json({ type: 'array', items: text }),
      responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
    },
  },
})

/** Runs all rules against a server with two boats of others. @returns The bodies of its removals. */
async function run({ canList = true, takesAll = false }: { canList?: boolean; takesAll?: boolean }) {
  const boats = new Map([
    ['7', 'Argo'],
    ['8', 'Beagle'],
  ])
  const shown = (id: string) => ({ id, name: boats.get(id) })
  const removals: (readonly string[])[] = []
  const serve = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const last = pathname.split('/').at(-1) ?? ''
    if (request.method === 'POST') {
      const id = crypto.randomUUID()
      const { name } = (await request.json().catch(() => undefined)) ?? {}
      if (typeof name !== 'string') return Response.json({}, { status: 400 })
      boats.set(id, name)
      return Response.json(shown(id), { status: 201 })
    }
    if (request.method === 'DELETE' && last === 'batch') {
      const sent: unknown = await request.json().catch(() => [])
      const ids: string[] = Array.isArray(sent) ? sent : []
      removals.push(ids)
      if (takesAll) boats.clear()
      return new Response(null, { status: ids.some((id) => boats.delete(id)) || takesAll ? 204 : 404 })
    }
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
    if (last === 'boats')
      return canList ? Response.json([...boats.keys()].map(shown)) : new Response(null, { status: 503 })
    return boats.has(last) ? Response.json(shown(last)) : new Response(null, { status: 404 })
  }
  const report = await runContract({ document, target: { baseUrl: 'http://small.test', fetch: serve } })
  return { report, removals, others: ['7', '8'].filter((id) => boats.has(id)), left: boats.size }
}

test('an item is removed by a list with its id alone, if the list of items proves that it removes no other', async () => {
  const { report, removals, others, left } = await run({})
  expect(removals.length).toBeGreaterThan(0)
  for (const ids of removals) expect(ids).toHaveLength(1)
  expect(removals.flat()).not.toContain('7')
  expect({ others, left, leftBehind: report.leftBehind }).toEqual({
    ...{ others: ['7', '8'], left: 2, leftBehind: [] },
  })
})

test('without that list nothing is removed in this way, and the report says why', async () => {
  const { report, removals } = await run({ canList: false })
  expect(removals.filter((ids) => ids.some((id) => id.length === 36))).toEqual([])
  expect(JSON.stringify(report)).toContain('no list on the server can show whether it removes only those')
})

test('a removal that takes more than it was given is not sent again', async () => {
  const { removals } = await run({ takesAll: true })
  expect(removals).toHaveLength(1)
})
