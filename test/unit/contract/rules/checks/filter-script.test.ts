import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const kinds = ['cat', 'dog']
const members = { name: { type: 'string' }, kind: { type: 'string', enum: kinds } }
const item = { type: 'object', properties: { id: { type: 'integer' }, ...members } }
const body = { type: 'object', required: ['name', 'kind'], properties: members }
const document = await described({
  '/pets': {
    get: {
      operationId: 'listPets',
      parameters: [
        { name: 'kind', in: 'query', schema: members.kind },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
      ],
      responses: answers({ type: 'array', items: item }),
    },
    post: {
      operationId: 'addPet',
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: answers(item, { status: 201 }),
    },
  },
  '/pets/{id}': {
    delete: {
      operationId: 'removePet',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { 204: { description: 'Gone' }, 404: { description: 'Not there' } },
    },
  },
})

/** A server whose filter returns all pets, or none. */
function serverOf(isShown: boolean, ofOthers: readonly string[]) {
  const pets = ofOthers.map((kind, id) => ({ id, name: `pet ${id}`, kind }))
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method === 'POST') {
      const pet = { ...(await request.json()), id: pets.length }
      pets.push(pet)
      return Response.json(pet, { status: 201 })
    }
    if (pathname !== '/pets') {
      const at = pets.findIndex(({ id }) => pathname === `/pets/${id}`)
      if (at >= 0) pets.splice(at, 1)
      return new Response(null, { status: at < 0 ? 404 : 204 })
    }
    const wanted = searchParams.get('kind')
    const found = pets.filter(() => wanted === null || isShown)
    return Response.json(found.slice(0, Number(searchParams.get('limit') ?? 20)))
  }
}

test.each([
  ['everything', true],
  ['nothing', false],
])('a filter that shows %s does so on a server without the pets of others, too', async (_, isShown) => {
  const { results } = await runContract({
    document,
    select: { rules: ['list-protocol'] },
    target: { baseUrl: 'http://pets.test', fetch: serverOf(isShown, ['cat', 'dog', 'cat', 'dog']) },
  })
  const [finding] = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  const fresh = serverOf(isShown, [])
  const shown: string[][] = []
  for (const { request } of finding?.steps ?? []) {
    const { method, body } = request
    const answer = await fresh(new Request(request.url, { method, ...(body !== undefined && { body }) }))
    if (method === 'GET') shown.push((await answer.json()).map(({ kind }: { kind: string }) => kind))
  }
  const [all, found] = shown
  expect(new Set(all)).toEqual(new Set(kinds))
  expect(found).toEqual(isShown ? all : [])
})
