import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const thing = { type: 'object', required: ['key'], properties: { key: text, name: text } }
const choice = { type: 'object', required: ['flag'], properties: { flag: text, entity: text } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const absent = { 404: { description: 'None.' } }
const path = (...names: string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const collection = (name: string) => ({
  get: { operationId: `list-${name}`, responses: { ...answers({ type: 'array', items: thing }), ...absent } },
  post: {
    operationId: `add-${name}`,
    requestBody: body(thing),
    responses: { ...answers(thing, { status: 201 }), ...absent },
  },
})
const item = (name: string) => ({
  get: { operationId: `read-${name}`, responses: { ...answers(thing), ...absent } },
  delete: { operationId: `drop-${name}`, responses: { 204: { description: 'Gone.' }, ...absent } },
})

test('a body names an item of the parent in the path, even if the parent is new', async () => {
  const document = await described({
    '/spaces': collection('spaces'),
    '/spaces/{space}': { ...path('space'), ...item('spaces') },
    '/spaces/{space}/flags': { ...path('space'), ...collection('flags') },
    '/spaces/{space}/flags/{flag}': { ...path('space', 'flag'), ...item('flags') },
    '/spaces/{space}/evaluate': {
      ...path('space'),
      post: {
        operationId: 'evaluate',
        requestBody: body(choice),
        responses: { ...answers(choice), ...absent },
      },
    },
  })
  const things = new Set<string>()
  const told = await outcomes(document, {
    rules: ['conformance'],
    answer: ({ method, url }, sent) => {
      const { pathname } = new URL(url)
      const none = (what: string) => Response.json({ message: `${what} not found` }, { status: 404 })
      const value: unknown = sent === '' ? {} : JSON.parse(sent)
      const { key = '', flag = '' } = value as { key?: string; flag?: string }
      const [, , space = '', below] = pathname.split('/')
      if (space !== '' && !things.has(`/spaces/${space}`)) return none(`space "${space}"`)
      if (below === 'evaluate') {
        const isThere = things.has(`/spaces/${space}/flags/${flag}`)
        return isThere ? Response.json(value) : none(`flag "${space}/${flag}"`)
      }
      if (method === 'POST') {
        things.add(`${pathname}/${key}`)
        return Response.json(value, { status: 201 })
      }
      const isList = pathname.split('/').length % 2 === 0
      const shown = [...things].filter((one) => one.startsWith(pathname) && one.split('/').length % 2 === 1)
      if (isList) return Response.json(shown.map((one) => ({ key: one.split('/').at(-1) })))
      if (!things.has(pathname)) return none('it')
      if (method === 'DELETE') things.delete(pathname)
      return method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ key: pathname.split('/').at(-1) })
    },
  })
  expect(told.filter((line) => line.startsWith('conformance evaluate'))).toEqual([
    'conformance evaluate: passed',
  ])
})
