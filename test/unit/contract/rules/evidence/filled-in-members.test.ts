import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const object = (properties: object, required: readonly string[] = []) => ({
  ...{ type: 'object', properties, required },
})
const id = { name: 'id', in: 'path', required: true, schema: text }
const jsonBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })

type Item = Readonly<Record<string, unknown>>

/**
 * Returns a document with a collection of things that have these properties, at "/things". @param shown
 * properties that responses describe differently.
 */
function thingsOf(properties: object, required: readonly string[] = [], shown: object = {}) {
  const sent = object({ id: { ...text, readOnly: true }, ...properties }, required)
  const thing = object({ id: text, ...properties, ...shown })
  return described({
    '/things': {
      post: {
        operationId: 'make',
        requestBody: jsonBody(sent),
        responses: { ...answers(thing, { status: 201 }), ...answers(thing), 404: {} },
      },
    },
    '/things/{id}': {
      get: { operationId: 'read', parameters: [id], responses: { ...answers(thing), 404: {} } },
      patch: {
        operationId: 'change',
        parameters: [id],
        requestBody: jsonBody(sent),
        responses: { ...answers(thing), 404: {} },
      },
      delete: { operationId: 'remove', parameters: [id], responses: { 204: {}, 404: {} } },
    },
  })
}

/**
 * Returns a server of things. @param refuse returns the response for a rejected body. @param make returns a
 * special response for a POST. @param complete changes an item before it is stored.
 */
function server({
  refuse,
  make,
  complete = (item) => item,
}: {
  readonly refuse?: (body: Item) => Response | undefined
  readonly make?: (body: Item, things: ReadonlyMap<string, Item>) => Response | undefined
  readonly complete?: (item: Item) => Item
}) {
  const things = new Map<string, Item>()
  return ({ method, url }: Request, body: string): Response => {
    const [, , name = ''] = new URL(url).pathname.split('/')
    const refusal = body.startsWith('{') ? refuse?.(JSON.parse(body)) : undefined
    if (refusal !== undefined) return refusal
    if (method === 'POST') {
      const sent: Item = JSON.parse(body)
      const other = make?.(sent, things)
      if (other !== undefined) return other
      const made = complete({ ...sent, id: `t${things.size}` })
      things.set(String(made['id']), made)
      return Response.json(made, { status: 201 })
    }
    const old = things.get(name)
    if (old === undefined) return Response.json({}, { status: 404 })
    if (method === 'GET') return Response.json(old)
    if (method === 'DELETE')
      return things.delete(name) ? new Response(null, { status: 204 }) : Response.error()
    const now = complete({ ...old, ...JSON.parse(body), id: name })
    things.set(name, now)
    return Response.json(now)
  }
}

test('a create that finds what has the name, and says so by 200, need not store the rest', async () => {
  const document = await thingsOf({ name: text, tags: { type: 'array', items: text } }, ['name', 'tags'])
  const found = (status: number) =>
    server({
      make({ name }, things) {
        const known = [...things.values()].find((thing) => thing['name'] === name)
        return known && Response.json(known, { status })
      },
    })
  // Things with equal names count as the same, so other properties are not stored.
  const run = async (status: number) =>
    (await outcomes(document, { rules: ['round-trip'], answer: found(status) })).filter((line) =>
      line.includes(' make:'),
    )
  expect(await run(200)).toEqual(['round-trip make: passed'])
})

test.each([
  {
    status: 200,
    expected: ['lifecycle make: not run, because make returns an item that existed before'],
  },
  {
    status: 201,
    expected: [
      expect.stringMatching(/^lifecycle make: "title" as sent, in the response: /),
      expect.stringMatching(/^lifecycle make: a new item for a second, identical create request/),
    ],
  },
])('a create that finds what is alike, and answers $status', async ({ status, expected }) => {
  const things = await thingsOf({ title: text, kind: { enum: ['one'] } }, ['title', 'kind'])
  // All items are kept, because otherwise nothing would be left for the next creation to find.
  const operations = things.operations.filter(({ operationId }) => operationId !== 'remove')
  const document = { ...things, operations }
  const finding = server({
    make({ kind }, things) {
      const known = [...things.values()].find((thing) => thing['kind'] === kind)
      return known && Response.json(known, { status })
    },
  })
  const lines = await outcomes(document, { rules: ['conformance', 'lifecycle'], answer: finding })
  expect(lines.filter((line) => line.startsWith('lifecycle make:'))).toEqual(expected)
})

test('how long something took follows from its times', async () => {
  const document = await thingsOf({ started: time, ended: time, duration: text, title: text })
  const computed = server({
    complete: (item) =>
      'ended' in item ? { ...item, duration: `${item['started']} to ${item['ended']}` } : item,
  })
  const lines = await outcomes(document, { rules: ['lifecycle'], answer: computed })
  expect(lines.filter((line) => line.includes('to stay'))).toEqual([])
  const careless = server({ complete: (item) => ({ ...item, title: `${item['started']}` }) })
  const others = await outcomes(document, { rules: ['lifecycle'], answer: careless })
  expect(others.join()).toContain('"title"')
})

test('what is sent as empty is filled in where the server fills in what is not sent', async () => {
  const document = await thingsOf({ title: text, duration: { type: ['string', 'null'] } }, ['title'])
  const strict = server({
    refuse: ({ duration }) =>
      !duration ? undefined : Response.json({ duration: ['Has the wrong format.'] }, { status: 400 }),
    complete: (item) => ({ ...item, duration: '00:01:00', title: item['title'] || 'Untitled' }),
  })
  const lines = await outcomes(document, { rules: ['round-trip'], answer: strict })
  expect(lines.filter((line) => line.includes('"duration"'))).toEqual([])
  expect(lines.filter((line) => line.includes('"title"'))).toEqual([
    'round-trip change: "title" as sent, in the response: "" | "Untitled"',
  ])
})

test('a deprecated member may be left empty by what is read', async () => {
  const limit = { type: ['integer', 'null'] }
  const run = async (shown: object) => {
    const document = await thingsOf({ title: text, limit }, ['title'], { limit: shown })
    const forgetful = server({ complete: (item) => ({ ...item, limit: null }) })
    return outcomes(document, { rules: ['lifecycle', 'round-trip'], answer: forgetful })
  }
  expect((await run({ ...limit, deprecated: true })).filter((line) => line.includes('"limit"'))).toEqual([])
  expect((await run(limit)).join()).toContain('"limit" as sent')
})

test('404 to what a body refers to may be right', async () => {
  const run = async (member: string) => {
    const document = await thingsOf({ title: text, [member]: text }, ['title'])
    const picky = server({
      make: (body) => (member in body ? Response.json({}, { status: 404 }) : undefined),
    })
    const lines = await outcomes(document, { rules: ['conformance'], answer: picky })
    return lines.find((line) => line.includes(' make:'))
  }
  expect(await run('limit_id')).not.toContain('| status 404')
})

test('an object that a create leaves open may be written out; a text may not', async () => {
  const open = { oneOf: [{ type: 'object' }, { type: 'null' }], example: null }
  const document = await thingsOf({
    settings: open,
    title: { ...text, type: ['string', 'null'], example: null },
  })
  const filledIn = (value: unknown, name: string) =>
    server({ complete: (item) => ({ ...item, [name]: item[name] ?? value }) })
  const run = async (value: unknown, name: string) =>
    (await outcomes(document, { rules: ['lifecycle'], answer: filledIn(value, name) })).filter((line) =>
      line.includes(' make:'),
    )
  expect(await run({ depth: 1 }, 'settings')).toEqual(['lifecycle make: passed'])
  expect(await run('none', 'title')).toEqual([
    expect.stringMatching(/^lifecycle make: "title" as sent, in the response: null/),
  ])
})
