import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })
const id = { name: 'id', in: 'path', required: true, schema: text }
const jsonBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const missing = () => new Response(null, { status: 404 })

/** Returns a request's method, the parts of its path, and its JSON. */
function readCall(request: Request, body: string) {
  const { pathname } = new URL(request.url)
  const [, collection = '', name] = pathname.split('/')
  return { method: request.method, collection, name, json: body === '' ? undefined : JSON.parse(body) }
}

describe('an item that shows no id is called by the end of its link to itself', () => {
  const pet = object({ name: text, _links: { type: 'object' } })

  function document() {
    return described({
      '/pets': {
        get: { operationId: 'listPets', responses: answers({ type: 'array', items: pet }) },
        post: {
          operationId: 'addPet',
          requestBody: jsonBody({ ...object({ name: text }), required: ['name'] }),
          responses: answers(pet, { status: 201 }),
        },
      },
      '/pets/{id}': {
        get: { operationId: 'getPet', parameters: [id], responses: { ...answers(pet), 404: {} } },
        delete: { operationId: 'removePet', parameters: [id], responses: { 204: {}, 404: {} } },
      },
    })
  }

  function service({ forgets = false } = {}) {
    const pets = new Map<string, string>([['1', 'Tom']])
    const shown = (key: string) => ({
      name: pets.get(key),
      _links: { self: { href: `http://small.test/pets/${key}` } },
    })
    return (request: Request, body: string): Response => {
      const { method, name, json } = readCall(request, body)
      if (name !== undefined && !pets.has(name)) return missing()
      if (method === 'GET') {
        const listed = [...pets.keys()].slice(0, forgets ? 1 : undefined)
        return Response.json(name === undefined ? listed.map(shown) : shown(name))
      }
      if (method === 'DELETE') {
        pets.delete(name ?? '')
        return new Response(null, { status: 204 })
      }
      const key = String(pets.size + 100)
      pets.set(key, json.name)
      return Response.json(shown(key), { status: 201 })
    }
  }

  test('so that lists are known to show what was made', async () => {
    expect(await outcomes(await document(), { answer: service(), rules: ['lifecycle'] })).toEqual([
      'lifecycle addPet: passed',
      'lifecycle removePet: passed',
    ])
  })

  test('and not to show what they leave out', async () => {
    const [created] = await outcomes(await document(), {
      answer: service({ forgets: true }),
      rules: ['lifecycle'],
    })
    expect(created).toContain('in the list from GET /pets | a list without the item')
  })
})

describe('a create whose body is a list', () => {
  const person = object({ id: text, name: text })
  const people = { type: 'array', items: person }

  test('names none of them, and all that it made are removed', async () => {
    const document = await described({
      '/people': {
        post: {
          operationId: 'addPeople',
          requestBody: jsonBody(people),
          responses: answers(people, { status: 201 }),
        },
      },
      '/people/{id}': {
        get: { operationId: 'getPerson', parameters: [id], responses: { ...answers(person), 404: {} } },
        delete: { operationId: 'removePerson', parameters: [id], responses: { 204: {}, 404: {} } },
      },
    })
    const there = new Map<string, object>()
    const sent: unknown[] = []
    let made = 0
    const { leftBehind } = await runContract({
      document,
      target: {
        baseUrl: 'http://small.test',
        fetch: async (request) => {
          let call: ReturnType<typeof readCall>
          try {
            call = readCall(request, await request.clone().text())
          } catch {
            return Response.json({}, { status: 400 })
          }
          const { method, name = '', json } = call
          if (method === 'POST') {
            if (!Array.isArray(json)) return Response.json({}, { status: 400 })
            sent.push(...json)
            const saved = json.map((one) => ({ ...one, id: `p${++made}` }))
            for (const one of saved) there.set(one.id, one)
            return Response.json(saved, { status: 201 })
          }
          if (!there.has(name)) return missing()
          if (method === 'GET') return Response.json(there.get(name))
          if (method !== 'DELETE') return new Response(null, { status: 405 })
          there.delete(name)
          return new Response(null, { status: 204 })
        },
      },
    })
    expect(made).toBeGreaterThan(1)
    expect(sent.filter((one) => typeof one === 'object' && one !== null && 'id' in one)).toEqual([])
    expect([...there]).toEqual([])
    expect(leftBehind).toEqual([])
  })
})

test('a create that promises to find the same again may do so', async () => {
  const session = object({ id: text, path: text })
  const paths = (words: object) => ({
    '/sessions': {
      post: {
        operationId: 'open',
        ...words,
        requestBody: jsonBody({ ...object({ path: text }), required: ['path'] }),
        responses: answers(session, { status: 201 }),
      },
    },
    '/sessions/{id}': {
      get: { operationId: 'read', parameters: [id], responses: { ...answers(session), 404: {} } },
      delete: { operationId: 'close', parameters: [id], responses: { 204: {}, 404: {} } },
    },
  })
  const sessions = new Map<string, { readonly id: string; readonly path: string }>()
  const answer = (request: Request, body: string): Response => {
    const { method, name = '', json } = readCall(request, body)
    if (method === 'POST') {
      const known = [...sessions.values()].find(({ path }) => path === json.path)
      const opened = known ?? { id: `s${sessions.size}`, path: json.path }
      sessions.set(opened.id, opened)
      return Response.json(opened, { status: 201 })
    }
    if (!sessions.has(name)) return missing()
    if (method === 'GET') return Response.json(sessions.get(name))
    sessions.delete(name)
    return new Response(null, { status: 204 })
  }
  const run = async (words: { summary?: string; description?: string }) =>
    (await outcomes(await described(paths(words)), { answer, rules: ['lifecycle'] })).find((line) =>
      line.includes(' open'),
    )
  expect(await run({ summary: 'Open a session' })).toContain(
    'a new item for a second, identical create request',
  )
  for (const words of [
    { summary: 'Open a session, or return an existing one of that path' },
    { description: 'This operation is idempotent.' },
  ])
    expect(await run(words)).toBe('lifecycle open: passed')
})

test('a PUT by which alone items are made brings none back', async () => {
  const file = object({ text })
  const document = await described({
    '/files': { get: { operationId: 'listFiles', responses: answers({ type: 'array', items: text }) } },
    '/files/{id}': {
      get: { operationId: 'getFile', parameters: [id], responses: { ...answers(file), 404: {} } },
      put: {
        operationId: 'putFile',
        parameters: [id],
        requestBody: jsonBody(file),
        responses: answers(file),
      },
      delete: { operationId: 'removeFile', parameters: [id], responses: { 204: {}, 404: {} } },
    },
  })
  const files = new Map<string, unknown>([['a.txt', { text: 'a' }]])
  const answer = (request: Request, body: string): Response => {
    const { method, name, json } = readCall(request, body)
    if (name === undefined) return Response.json([...files.keys()])
    if (method === 'PUT') files.set(name, json)
    if (!files.has(name)) return missing()
    if (method !== 'DELETE') return Response.json(files.get(name))
    files.delete(name)
    return new Response(null, { status: 204 })
  }
  const results = await outcomes(document, { answer, rules: ['lifecycle'] })
  expect(results).toContain('lifecycle removeFile: passed')
})

test('members of one name and of types that have nothing in common are not compared', async () => {
  const project = object({ data: object({ id: text, name: text }) })
  const labels = object({ data: { type: 'array', items: text } })
  const paths = (answered: object) => ({
    '/projects': {
      get: { operationId: 'list', responses: answers(object({ data: { type: 'array', items: project } })) },
      post: {
        operationId: 'add',
        requestBody: jsonBody({ ...object({ name: text }), required: ['name'] }),
        responses: answers(project, { status: 201 }),
      },
    },
    '/projects/{id}': {
      get: { operationId: 'read', parameters: [id], responses: { ...answers(project), 404: {} } },
      delete: { operationId: 'remove', parameters: [id], responses: { 204: {}, 404: {} } },
    },
    '/projects/{id}/labels': {
      put: {
        operationId: 'label',
        parameters: [id],
        requestBody: jsonBody({ type: 'array', items: text }),
        responses: answers(answered),
      },
    },
  })
  const projects = new Map<string, object>()
  const answer = (request: Request, body: string): Response => {
    const { method, name, json } = readCall(request, body)
    if (method === 'POST') {
      const data = { id: `p${projects.size}`, name: json.name }
      projects.set(data.id, data)
      return Response.json({ data }, { status: 201 })
    }
    if (name === undefined) return Response.json({ data: [...projects.values()] })
    if (!projects.has(name)) return missing()
    if (method === 'DELETE') projects.delete(name)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json({ data: method === 'PUT' ? ['a'] : projects.get(name) })
  }
  const run = async (answered: object) =>
    (await outcomes(await described(paths(answered)), { answer, rules: ['agreement'] })).find((line) =>
      line.includes(' label'),
    )
  expect(await run(labels)).not.toContain('|')
  expect(await run(project)).toContain('"data" as PUT /projects/{id}/labels returned it')
})

test.each([
  ['*/*', { ...text, format: 'binary' }, 'conformance getFile: passed'],
  ['*/*', text, 'conformance getFile: the body must be a string | {"a":1}'],
  // The document's mistake is the media type, which causes a warning: JSON cannot contain bytes.
  ['application/json', { ...text, format: 'binary' }, 'conformance getFile: passed'],
  ['application/json', text, 'conformance getFile: the body must be a string | {"a":1}'],
])('bytes of any media type may be JSON, which is no text: %s of %j', async (type, schema, expected) => {
  const get = { operationId: 'getFile', responses: answers(schema, { type }) }
  const document = await described({ '/file': { get } }, { openapi: '3.0.3' })
  const lines = await outcomes(document, { answer: () => Response.json({ a: 1 }), rules: ['conformance'] })
  expect(lines).toEqual([expected])
})
