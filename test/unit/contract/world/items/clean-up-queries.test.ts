import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const ship = { type: 'object', required: ['name'], properties: { id: text, name: text } }
const cabin = { type: 'object', required: ['deck'], properties: { id: text, deck: text } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const path = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }) as const)
const gone = { 204: { description: 'Gone.' }, 400: { description: 'No.' }, 404: { description: 'None.' } }
const document = await described({
  '/ships': {
    post: { operationId: 'build', requestBody: body(ship), responses: answers(ship, { status: 201 }) },
  },
  '/ships/{ship}': { delete: { operationId: 'scrap', parameters: path('ship'), responses: gone } },
  '/ships/{ship}/cabins': {
    post: {
      operationId: 'fit',
      parameters: path('ship'),
      requestBody: body(cabin),
      responses: answers(cabin, { status: 201 }),
    },
  },
  '/ships/{ship}/cabins/{cabin}': {
    delete: {
      operationId: 'strip',
      parameters: [...path('ship', 'cabin'), { name: 'deck', in: 'query', required: true, schema: text }],
      responses: gone,
    },
  },
})

test.each([
  ['is removed with the query parameters that its removal requires', true],
  ['that cannot be removed is gone with its parent', false],
])('an item %s', async (_, isKept) => {
  const decks = new Map<string, unknown>()
  let stripped = 0
  const { leftBehind } = await runContract({
    document,
    select: { rules: ['conformance'], operations: ['fit'] },
    target: {
      baseUrl: 'http://small.test',
      fetch: async (request) => {
        const { pathname, searchParams } = new URL(request.url)
        const [, , ship = '', , own] = pathname.split('/')
        if (request.method === 'POST') {
          const value = (await request.json()) as { readonly deck?: unknown }
          const id = crypto.randomUUID()
          decks.set(ship === '' ? id : `${ship}/${id}`, value.deck)
          return Response.json({ ...value, id }, { status: 201 })
        }
        if (own === undefined) {
          for (const address of decks.keys()) if (address.startsWith(ship)) decks.delete(address)
          return new Response(null, { status: 204 })
        }
        const isRight = isKept && decks.get(`${ship}/${own}`) === searchParams.get('deck')
        if (isRight) stripped++
        return new Response(null, { status: isRight ? 204 : 400 })
      },
    },
  })
  expect(leftBehind).toEqual([])
  expect(stripped > 0).toBe(isKept)
})
