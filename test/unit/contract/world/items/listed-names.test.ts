import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

async function documentOf({ path, schema, type }: { path: string; schema: object; type: string }) {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  const parameters = [{ name, in: 'path', required: true, schema: { type } }]
  return described({
    '/files': { get: { operationId: 'list', responses: answers(schema) } },
    [path]: {
      get: {
        operationId: 'read',
        parameters,
        responses: {
          ...answers({ type: 'object', required: ['size'], properties: { size: { type: 'integer' } } }),
          404: { description: 'None' },
        },
      },
    },
  })
}

/** The form in which a list returns files with these names. */
interface Form {
  readonly schema: object
  readonly write: (names: readonly string[]) => unknown
  readonly type?: string
}

const object = { type: 'object', properties: { size: { type: 'integer' } } }
const FORMS: readonly (readonly [string, Form])[] = [
  ['texts', { schema: { type: 'array', items: { type: 'string' } }, write: (names) => names }],
  [
    'numbers',
    {
      schema: { type: 'array', items: { type: 'integer' } },
      type: 'integer',
      write: (names) => names.map(Number),
    },
  ],
  [
    'texts in a wrapper',
    {
      schema: { type: 'object', properties: { files: { type: 'array', items: { type: 'string' } } } },
      write: (files) => ({ files }),
    },
  ],
  [
    'an object by name',
    {
      schema: { type: 'object', additionalProperties: object },
      write: (names) => Object.fromEntries(names.map((name) => [name, { size: 3 }])),
    },
  ],
  [
    'an object by name in a wrapper',
    {
      schema: {
        type: 'object',
        properties: { total: { type: 'integer' }, files: { type: 'object', additionalProperties: object } },
      },
      write: (names) => ({ total: 2, files: Object.fromEntries(names.map((name) => [name, { size: 3 }])) }),
    },
  ],
  [
    'an object that the document does not describe',
    {
      schema: { type: 'object' },
      write: (names) => Object.fromEntries(names.map((name) => [name, { size: 3 }])),
    },
  ],
]

describe('items are found in a list of', () => {
  for (const path of ['/files/{fileId}', '/files/{name}', '/files/{x}'])
    test.each(FORMS)(`%s, by ${path}`, async (_, { schema, write, type = 'string' }) => {
      const names = type === 'integer' ? ['17', '18'] : ['a.txt', 'b.txt']
      const asked: string[] = []
      const told = await outcomes(await documentOf({ path, schema, type }), {
        rules: ['conformance'],
        answer: (request) => {
          const name = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
          if (name === '') return Response.json(write(names))
          asked.push(name)
          return names.includes(name) ? Response.json({ size: 3 }) : new Response(null, { status: 404 })
        },
      })
      expect(told).toEqual(['conformance list: passed', 'conformance read: passed'])
      expect(names).toContain(asked[0])
    })
})

describe('a list of texts', () => {
  const key = (length: number) => ({ type: 'string', minLength: length, maxLength: length })
  /** Returns the findings about a service whose list contains a string of this length for each app. */
  async function told(length: number): Promise<readonly string[]> {
    const app = { type: 'object', required: ['uid'], properties: { uid: key(4) } }
    const document = await described({
      '/apps': {
        get: { operationId: 'list', responses: answers({ type: 'array', items: key(length) }) },
        post: { operationId: 'add', responses: answers(app, { status: 201 }) },
      },
      '/apps/{uid}': {
        parameters: [{ name: 'uid', in: 'path', required: true, schema: key(4) }],
        get: { operationId: 'read', responses: { ...answers(app), 404: { description: 'None' } } },
        delete: {
          operationId: 'remove',
          responses: { 204: { description: 'Gone' }, 404: { description: 'None' } },
        },
      },
    })
    const apps = new Set<string>()
    return outcomes(document, {
      rules: ['lifecycle', 'isolation'],
      answer: ({ method, url }) => {
        const [, , uid] = new URL(url).pathname.split('/')
        if (method === 'POST') {
          const made = String(1000 + apps.size)
          apps.add(made)
          return Response.json({ uid: made }, { status: 201 })
        }
        if (uid === undefined)
          return Response.json([...apps].map((one) => `k-${one}`.padEnd(length, '0').slice(0, length)))
        if (!apps.has(uid)) return new Response(null, { status: 404 })
        if (method === 'DELETE') return new Response(null, { status: apps.delete(uid) ? 204 : 404 })
        return Response.json({ uid })
      },
    })
  }

  test('that no path may carry does not show its items', async () => {
    expect((await told(8)).filter((line) => !/: (passed|not run)/.test(line))).toEqual([])
  })

  test('that paths may carry does', async () => {
    expect((await told(4)).join()).toContain(
      'lifecycle add: the item that POST /apps created, in the list from GET /apps',
    )
  })
})
