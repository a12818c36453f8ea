import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const model = { type: 'object', required: ['title'], properties: { title: text, state: text } }
const absent = { 404: { description: 'None' } }
const PATHS = {
  '/models': {
    post: {
      operationId: 'trainModel',
      requestBody: { required: true, content: { 'application/json': { schema: model } } },
      responses: { 202: { description: 'Accepted', headers: { 'Operation-Location': { schema: text } } } },
    },
  },
  '/models/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { operationId: 'readModel', responses: { ...answers(model), ...absent } },
    delete: { operationId: 'dropModel', responses: { 204: { description: 'Gone' }, ...absent } },
  },
}
const document = await described(PATHS)

/** The same, if the body of the response names the work, and tells how to read it. */
const named = await described({
  ...Object.fromEntries(Object.entries(PATHS).slice(1)),
  '/models': {
    post: {
      ...PATHS['/models'].post,
      responses: answers({ type: 'object', properties: { name: text, done: { type: 'boolean' } } }),
    },
  },
  '/operations/{operation}': {
    parameters: [{ name: 'operation', in: 'path', required: true, schema: text }],
    get: { operationId: 'readOperation', responses: { ...answers({ type: 'object' }), ...absent } },
  },
})

/** Tests a server that trains models: only the document of the finished work says what a model is called. */
const told = async ({ header = 'Operation-Location', member = 'resourceLocation', isNamed = false }) => {
  const models = new Map<string, object>()
  const looks = new Map<string, number>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const { pathname } = new URL(url)
    const [, kind, id = ''] = pathname.split('/')
    if (method === 'POST') {
      const made = `01J${String(models.size).padStart(4, '0')}ZQ`
      models.set(made, JSON.parse(sent))
      if (isNamed) return Response.json({ name: `operations/${made}`, done: false })
      return new Response(null, { status: 202, headers: { [header]: `/operations/${made}` } })
    }
    if (kind === 'operations') {
      looks.set(id, (looks.get(id) ?? 0) + 1)
      const isDone = (looks.get(id) ?? 0) > 1
      return Response.json({
        status: isDone ? 'done' : 'running',
        ...(isDone && (isNamed ? { response: { name: `models/${id}` } } : { [member]: `/models/${id}` })),
      })
    }
    const known = models.get(id)
    if (known === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE') models.delete(id)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(known)
  }
  return {
    lines: await outcomes(isNamed ? named : document, { answer, rules: ['conformance'] }),
    left: models.size,
  }
}

test.each([{}, { header: 'Azure-AsyncOperation', member: 'resource_url' }])(
  'the document of finished work names what it made: %j',
  async (habit) => {
    const { lines, left } = await told(habit)
    expect(lines).toEqual([
      'conformance trainModel: passed',
      'conformance readModel: passed',
      'conformance dropModel: passed',
    ])
    expect(left).toBe(0)
  },
)

test('and so does that of an operation that the response only names', async () => {
  const { lines, left } = await told({ isNamed: true })
  for (const operation of ['trainModel', 'readModel', 'dropModel'])
    expect(lines).toContain(`conformance ${operation}: passed`)
  expect(left).toBe(0)
})

test('and without such a member nobody knows it', async () => {
  const { lines } = await told({ member: 'message' })
  expect(lines).toContainEqual(expect.stringMatching(/^conformance readModel: not run, because /))
})
