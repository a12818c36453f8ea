import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const note = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }
const draft = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const gone = { 204: { description: 'Gone' }, 404: { description: 'Not there' } }

interface Note {
  readonly id: number
  readonly text: string
}

interface Habit {
  /** Schema and links of the response to a creation. */
  readonly schema?: object
  readonly links?: object
  readonly answer: (made: Note, all: readonly Note[]) => Response
}

async function documentOf({ schema, links }: Habit) {
  const created = {
    201: {
      description: 'Made',
      ...(schema && { content: { 'application/json': { schema } } }),
      ...(links && { links }),
    },
  }
  return described({
    '/notes': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: note }) },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: draft } } },
        responses: created,
      },
    },
    '/notes/{id}': {
      get: {
        operationId: 'read',
        parameters: [id],
        responses: { ...answers(note), 404: { description: 'None' } },
      },
      delete: { operationId: 'remove', parameters: [id], responses: gone },
    },
  })
}

function notes({ answer }: Habit, { forgets = false } = {}) {
  const all = new Map<number, Note>([[1, { id: 1, text: 'was there' }]])
  let made = 6
  return {
    all,
    serve: (request: Request, text: string): Response => {
      const named = Number(new URL(request.url).pathname.split('/')[2] ?? Number.NaN)
      if (request.method === 'POST') {
        const own = { id: ++made, text: String(JSON.parse(text).text) }
        all.set(own.id, forgets ? { ...own, text: 'another' } : own)
        return answer(own, [...all.values()])
      }
      if (Number.isNaN(named)) return Response.json([...all.values()])
      const found = all.get(named)
      if (found === undefined) return new Response(null, { status: 404 })
      if (request.method === 'DELETE') all.delete(named)
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
    },
  }
}

const status = 201
const HABITS: readonly (readonly [string, Habit])[] = [
  [
    'in an envelope',
    {
      schema: { type: 'object', properties: { ok: { type: 'boolean' }, data: note } },
      answer: (made) => Response.json({ ok: true, data: made }, { status }),
    },
  ],
  [
    'as a list of one',
    { schema: { type: 'array', items: note }, answer: (made) => Response.json([made], { status }) },
  ],
  [
    'as the whole list',
    { schema: { type: 'array', items: note }, answer: (_, all) => Response.json(all, { status }) },
  ],
  ['as its name alone', { schema: { type: 'integer' }, answer: ({ id }) => Response.json(id, { status }) }],
  ['with nothing', { answer: () => new Response(null, { status }) }],
  ['with {}', { schema: { type: 'object' }, answer: () => Response.json({}, { status }) }],
  [
    'with a Location',
    { answer: ({ id }) => new Response(null, { status, headers: { location: `/notes/${id}` } }) },
  ],
  [
    'with a member that a link of the document takes',
    {
      schema: { type: 'object', properties: { number: { type: 'integer' } } },
      links: { read: { operationId: 'read', parameters: { id: '$response.body#/number' } } },
      answer: ({ id }) => Response.json({ number: id }, { status }),
    },
  ],
]

describe('what a create made is found and removed where it answers', () => {
  test.each(HABITS)('%s', async (_, habit) => {
    const document = await documentOf(habit)
    const right = notes(habit)
    const run = (serve: ReturnType<typeof notes>['serve']) =>
      outcomes(document, { answer: serve, rules: ['lifecycle'] })
    expect(await run(right.serve)).toEqual(['lifecycle create: passed', 'lifecycle remove: passed'])
    expect([...right.all.keys()]).toEqual([1])
    const wrong = notes(habit, { forgets: true })
    expect((await run(wrong.serve)).join()).not.toBe('lifecycle create: passed,lifecycle remove: passed')
  })
})

test('what is assigned by the name that its path has is found under that name, though the answer shows others', async () => {
  const text = { type: 'string' }
  const object = (...names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
    required: names,
  })
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })
  const both = { type: 'object', properties: { group: object('id'), role: object('id') } }
  const found = { ...answers(object('id')), 404: { description: 'None' } }
  const document = await described({
    '/groups': { post: { operationId: 'make', responses: answers(object('id'), { status: 201 }) } },
    '/groups/{group_id}': {
      get: { operationId: 'read', parameters: [inPath('group_id')], responses: found },
    },
    '/roles': { post: { operationId: 'makeRole', responses: answers(object('id'), { status: 201 }) } },
    '/roles/{role_id}': {
      get: { operationId: 'readAnyRole', parameters: [inPath('role_id')], responses: found },
    },
    '/groups/{group_id}/roles': {
      post: {
        operationId: 'assign',
        parameters: [inPath('group_id')],
        requestBody: { content: { 'application/json': { schema: object('role_id') } } },
        responses: answers(both),
      },
    },
    '/groups/{group_id}/roles/{role_id}': {
      get: {
        operationId: 'readRole',
        parameters: [inPath('group_id'), inPath('role_id')],
        responses: found,
      },
    },
  })
  const told = (isKept: boolean) => {
    const roles = new Set<string>()
    let made = 0
    return outcomes(document, {
      rules: ['lifecycle'],
      answer: ({ method, url }, sent) => {
        const [, kind, group, , role] = new URL(url).pathname.split('/')
        if (group === undefined) return Response.json({ id: `${kind}-${++made}` }, { status })
        if (method !== 'POST' && role === undefined) return Response.json({ id: group })
        if (method !== 'POST')
          return roles.has(role ?? '') ? Response.json({ id: role }) : new Response(null, { status: 404 })
        const id = String(JSON.parse(sent).role_id)
        if (isKept) roles.add(id)
        return Response.json({ group: { id: group }, role: { id } })
      },
    })
  }
  expect(await told(true)).toContain('lifecycle assign: passed')
  expect((await told(false)).join()).toContain(
    'lifecycle assign: the item that POST /groups/{group_id}/roles created, when read again',
  )
})

describe.each(['post', 'put'] as const)(
  'a %s to the path of an item creates it under that name',
  (method) => {
    const name = { name: 'name', in: 'path', required: true, schema: { type: 'string', maxLength: 12 } }
    const body = { required: true, content: { 'application/json': { schema: draft } } }
    const documented = () =>
      described({
        '/labels': {
          get: { operationId: 'list', responses: answers({ type: 'array', items: { type: 'string' } }) },
        },
        '/labels/{name}': {
          get: {
            operationId: 'read',
            parameters: [name],
            responses: { ...answers(draft), 404: { description: 'None' } },
          },
          [method]: {
            operationId: 'make',
            parameters: [name],
            requestBody: body,
            responses: answers(draft, { status }),
          },
          delete: { operationId: 'remove', parameters: [name], responses: gone },
        },
      })

    function labels({ keeps = true } = {}) {
      const all = new Map<string, unknown>([['blue', { text: 'was there' }]])
      return {
        all,
        serve: (request: Request, text: string): Response => {
          const named = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
          if (named === '') return Response.json([...all.keys()])
          if (request.method === 'POST' && all.has(named)) return Response.json({}, { status: 409 })
          if (request.method === 'POST' || request.method === 'PUT') {
            all.set(named, keeps ? JSON.parse(text) : { text: 'another' })
            return Response.json(JSON.parse(text), { status })
          }
          if (!all.has(named)) return new Response(null, { status: 404 })
          if (request.method === 'GET') return Response.json(all.get(named))
          all.delete(named)
          return new Response(null, { status: 204 })
        },
      }
    }

    test('which is surely its own, and removed', async () => {
      const { serve, all } = labels()
      const lines = await outcomes(await documented(), {
        answer: serve,
        rules: ['conformance', 'lifecycle'],
        disposable: false,
      })
      expect(lines.toSorted()).toEqual([
        'conformance list: passed',
        'conformance make: passed',
        'conformance read: passed',
        'conformance remove: passed',
        'lifecycle make: passed',
        'lifecycle remove: passed',
      ])
      expect([...all]).toEqual([['blue', { text: 'was there' }]])
    })

    test('and what it does not keep is told', async () => {
      const { serve } = labels({ keeps: false })
      const [line] = await outcomes(await documented(), { answer: serve, rules: ['lifecycle'] })
      expect(line).toContain('"text"')
    })
  },
)
