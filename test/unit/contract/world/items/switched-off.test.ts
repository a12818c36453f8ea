import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const pet = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
}
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
const off = { 405: { description: 'Not allowed or disabled' } }

/** Returns the outcomes for a service that never changes its pets. */
async function linesOf(documented: object) {
  const body = { required: true, content: { 'application/json': { schema: pet } } }
  const document = await described({
    '/pets': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: pet }) },
      post: {
        operationId: 'create',
        requestBody: body,
        responses: { ...answers(pet, { status: 201 }), 400: {} },
      },
    },
    '/pets/{id}': {
      get: { operationId: 'read', ...at, responses: { ...answers(pet), 404: {} } },
      put: {
        operationId: 'replace',
        ...at,
        requestBody: body,
        responses: { ...answers(pet), 400: {}, 404: {}, ...documented },
      },
    },
  })
  const pets: object[] = []
  const answer = (request: Request, text: string): Response => {
    const id = Number(new URL(request.url).pathname.split('/')[2])
    if (request.method === 'PUT') return Response.json({}, { status: 405 })
    if (request.method === 'GET')
      return Number.isNaN(id)
        ? Response.json(pets)
        : Response.json(pets[id] ?? {}, { status: pets[id] ? 200 : 404 })
    const sent = Object(JSON.parse(text))
    if (typeof sent.name !== 'string') return Response.json({}, { status: 400 })
    pets.push({ ...sent, id: pets.length })
    return Response.json(pets.at(-1), { status: 201 })
  }
  const lines = await outcomes(document, { answer, rules: ['conformance', 'negative'], disposable: false })
  return lines.filter((line) => line.includes(' replace: '))
}

test('an operation that documents a 405 may be switched off', async () => {
  const lines = await linesOf(off)
  expect(lines).toContainEqual(
    expect.stringMatching(/^conformance replace: not run, because replace returned 405 for a valid request/),
  )
  expect(lines.filter((line) => line.includes('|'))).toEqual([])
})

test('one that documents none may not', async () => {
  expect(await linesOf({})).toContainEqual(expect.stringMatching(/^conformance replace: (?!not run).*405/))
})

test('a thing that a server has once, or not, may be missing as the document says', async () => {
  const problem = answers({ type: 'object', properties: { message: { type: 'string' } } }, { status: 404 })
  const get = { operationId: 'readJob', responses: { ...answers({ type: 'object' }), ...problem } }
  const document = await described({ '/job': { get } })
  const told = (answer: () => Response) => outcomes(document, { answer, rules: ['conformance'] })
  expect(await told(() => Response.json({ message: 'No job is there.' }, { status: 404 }))).toEqual([
    'conformance readJob: not run, because readJob returned 404 for a valid request, perhaps because of the server\'s state or data: {"message":"No job is there."}',
  ])
  const page = { status: 404, headers: { 'content-type': 'text/plain' } }
  expect(await told(() => new Response('Not found', page))).toEqual([
    'conformance readJob: status 200 | status 404 Not found',
  ])
})
