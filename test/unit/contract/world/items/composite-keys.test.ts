import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const object = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))

/** Returns the outcome of reading a visit. The list contains only the second guest's visit. */
async function readOfVisit(shown: readonly object[], pathParameters = {}) {
  const document = await described({
    '/guests': {
      get: { operationId: 'guests', responses: answers({ type: 'array', items: object('id') }) },
    },
    '/guests/{id}': {
      get: { operationId: 'guest', parameters: inPath('id'), responses: answers(object('id')) },
    },
    '/visits': {
      get: {
        operationId: 'visits',
        responses: answers({ type: 'array', items: object('guest_id', 'day') }),
      },
    },
    '/visits/{guestId}/{day}': {
      get: {
        operationId: 'visit',
        parameters: inPath('guestId', 'day'),
        responses: answers(object('guest_id', 'day')),
      },
    },
  })
  const asked: string[] = []
  await runContract({
    document,
    select: { operations: ['visit'], rules: ['conformance'] },
    target: {
      baseUrl: 'http://hotel.test',
      pathParameters,
      fetch: async ({ url }) => {
        const { pathname } = new URL(url)
        if (pathname === '/guests') return Response.json([{ id: 'ada' }, { id: 'eve' }])
        if (pathname === '/visits') return Response.json(shown)
        if (pathname.startsWith('/visits/')) asked.push(pathname)
        return pathname === '/visits/eve/monday'
          ? Response.json({ guest_id: 'eve', day: 'monday' })
          : Response.json({}, { status: 404 })
      },
    },
  })
  return asked
}

const visit = { guest_id: 'eve', day: 'monday' }

test('a path takes all its values from one item of the list above it', async () => {
  expect(await readOfVisit([visit])).toEqual(['/visits/eve/monday'])
  expect(await readOfVisit([{ guest_id: 'ada', day: null }, visit])).toEqual(['/visits/eve/monday'])
})

test('a value that a person gave comes before', async () => {
  const [asked] = await readOfVisit([visit], { guestId: 'ada' })
  expect(asked).toMatch(/^\/visits\/ada\//)
})

test('where the list shows none, each value is looked for alone', async () => {
  const [first] = await readOfVisit([])
  expect(first).toMatch(/^\/visits\/ada\//)
})
