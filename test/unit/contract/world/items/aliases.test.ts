import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const member = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
}
const text = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const absent = { 404: { description: 'None.' } }
const gone = { 204: { description: 'Gone.' }, ...absent }

test('a path that names an item behind a verb or a member is one of that item, and of no other', async () => {
  const document = await described({
    '/crew': {
      get: { operationId: 'listCrew', responses: answers({ type: 'array', items: member }) },
      post: {
        operationId: 'addMember',
        requestBody: { required: true, content: { 'application/json': { schema: member } } },
        responses: answers(member, { status: 201 }),
      },
    },
    '/crew/{id}': {
      parameters: [text('id')],
      get: { operationId: 'getMember', responses: { ...answers(member), ...absent } },
      delete: { operationId: 'dropMember', responses: gone },
    },
    '/crew/delete/{id}': {
      delete: { operationId: 'deleteById', parameters: [text('id')], responses: gone },
    },
    '/crew/name/{name}': {
      get: {
        operationId: 'getByName',
        parameters: [text('name')],
        responses: { ...answers(member), ...absent },
      },
    },
    '/crew/search/{text}': {
      get: {
        operationId: 'search',
        parameters: [text('text')],
        responses: answers({ type: 'array', items: member }),
      },
    },
  })
  const crew = new Map([['1', { id: 1, name: 'theirs' }]])
  const searched: string[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const [, , one = '', two = ''] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    if (one === 'search') searched.push(two)
    if (request.method === 'POST') {
      const made = { id: crew.size + 1, name: JSON.parse(await request.text()).name }
      crew.set(String(made.id), made)
      return Response.json(made, { status: 201 })
    }
    if (one === '' || one === 'search') return Response.json([...crew.values()])
    const found = [...crew.values()].find(({ id, name }) =>
      one === 'name' ? name === two : String(id) === (one === 'delete' ? two : one),
    )
    if (found === undefined) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(found)
    crew.delete(String(found.id))
    return new Response(null, { status: 204 })
  }
  const { results, leftBehind } = await runContract({
    document,
    target: { baseUrl: 'http://crew.test', fetch },
    select: { rules: ['conformance'] },
  })
  expect(results.map(({ operationId, outcome }) => `${operationId} ${outcome.status}`)).toEqual([
    'listCrew passed',
    'addMember passed',
    'getMember passed',
    'dropMember passed',
    'deleteById passed',
    'getByName passed',
    'search passed',
  ])
  expect([leftBehind, [...crew.keys()]]).toEqual([[], ['1']])
  expect(searched.filter((each) => crew.has(each))).toEqual([])
})
