import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const show = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: text } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const body = { required: true, content: { 'application/json': { schema: show } } }
const document = await described({
  '/shows': {
    get: {
      operationId: 'list',
      parameters: [
        { name: 'kept', in: 'query', schema: { ...text, enum: ['kept', 'lost', 'all'], default: 'kept' } },
        { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50, default: 2 } },
      ],
      responses: answers({ type: 'array', items: show }),
    },
    post: { operationId: 'add', requestBody: body, responses: answers(show, { status: 201 }) },
  },
  '/shows/{id}': {
    get: { operationId: 'read', parameters, responses: answers(show) },
    delete: { operationId: 'drop', parameters, responses: { 204: { description: 'Gone.' } } },
  },
  '/shows/{id}/parts': {
    delete: {
      operationId: 'dropParts',
      parameters,
      responses: { 204: { description: 'Gone.' }, 404: { description: 'No such show.' } },
    },
  },
})

/**
 * A service whose list contains only kept shows unless all are requested, and only two unless more are
 * requested.
 */
function service(beside = 0) {
  const shows = new Map<number, object>()
  let last = 0
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const id = Number(pathname.split('/')[2] ?? 0)
    const isPart = pathname.endsWith('/parts')
    if (request.method === 'GET' && id === 0) {
      const all = searchParams.get('kept') === 'all' ? [...shows.values()] : []
      return Response.json(all.slice(0, Number(searchParams.get('limit') ?? 2)))
    }
    if (request.method === 'POST') {
      const sent = await request.json().catch(() => undefined)
      if (typeof sent?.name !== 'string') return new Response(null, { status: 400 })
      for (let more = 0; more < beside; more++) shows.set(++last, { id: last, name: 'more' })
      shows.set(++last, { ...sent, id: last })
      return Response.json(shows.get(last), { status: 201 })
    }
    if (!shows.has(id)) return new Response(null, { status: 404 })
    if (request.method === 'DELETE' && !isPart) shows.delete(id)
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(shows.get(id))
  }
  return { shows, fetch }
}

test('a list that shows some kinds of items is asked for all of them', async () => {
  const told = await outcomes(document, { rules: ['lifecycle'], fetch: service().fetch })
  expect(told).toContain('lifecycle add: passed')
})

test('what was made beside is told with all of it, where the list has pages', async () => {
  const { shows, fetch } = service(4)
  const target = { baseUrl: 'http://shows.test', fetch }
  const select = { rules: ['conformance'], operations: ['add'] }
  const { leftBehind } = await runContract({ document, target, select, inventory: true })
  expect(shows.size).toBeGreaterThan(2)
  expect(leftBehind.join()).toContain(shows.size > 5 ? `and ${shows.size - 5} more` : '/shows/1')
})

test('an item of which only a part was removed is still to be removed', async () => {
  const { shows, fetch } = service()
  const select = { rules: ['conformance'], operations: ['dropParts'] }
  await runContract({ document, target: { baseUrl: 'http://shows.test', fetch }, select })
  expect([...shows.keys()]).toEqual([])
})
