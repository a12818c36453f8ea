import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const line = {
  type: 'object',
  required: ['plant', 'count'],
  properties: { plant: { type: 'string', minLength: 1 }, count: { type: 'integer', minimum: 1 } },
}
const basket = {
  type: 'object',
  required: ['lines'],
  properties: { lines: { type: 'array', minItems: 1, maxItems: 9, items: line } },
}
const problem = {
  type: 'object',
  properties: {
    errors: { type: 'array', items: { type: 'object', properties: { pointer: { type: 'string' } } } },
  },
}

const document = described({
  '/baskets': {
    post: {
      operationId: 'fillBasket',
      requestBody: { required: true, content: { 'application/json': { schema: basket } } },
      responses: {
        ...answers({ type: 'object' }, { status: 201 }),
        400: answers(problem)[200],
        415: { description: 'Not JSON.' },
      },
    },
  },
})

/** Returns the pointers to what is wrong in a body. */
function wrongIn(text: string, pointerTo: (index: number) => string): string[] {
  const { lines } = JSON.parse(text)
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 9) return ['/lines']
  return lines.flatMap((one, index) => {
    const { plant, count } = Object(one)
    if (typeof plant !== 'string' || plant === '') return [`${pointerTo(index)}/plant`]
    return Number.isInteger(count) && count >= 1 ? [] : [`${pointerTo(index)}/count`]
  })
}

const told = async (pointerTo: (index: number) => string): Promise<string[]> => {
  const answer = ({ headers }: Request, text: string): Response => {
    if (headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 })
    let wrong: string[]
    try {
      wrong = wrongIn(text, pointerTo)
    } catch {
      wrong = ['']
    }
    return wrong.length === 0
      ? Response.json({}, { status: 201 })
      : Response.json({ errors: wrong.map((pointer) => ({ pointer })) }, { status: 400 })
  }
  const lines = await outcomes(await document, { answer, rules: ['negative'] })
  return lines.filter((one) => !one.endsWith(': passed'))
}

test.each<readonly [string, (index: number) => string]>([
  ['from 0', (index) => `/lines/${index}`],
  ['from 1', (index) => `/lines/${index + 1}`],
  ['not at all', () => '/lines'],
])('pointers that count the items of a list %s may be right', async (_, pointerTo) => {
  expect(await told(pointerTo)).toEqual([])
})

test('pointers that name the first item, whichever is wrong, are told', async () => {
  expect(await told(() => '/lines/0')).toEqual([
    expect.stringMatching(
      /^negative fillBasket: a rejection that points to "lines\.1", .*\| a rejection that points to "lines\.0"/,
    ),
  ])
})

test('a pointer to the first item may be right where the valid request has no list', async () => {
  const parcel = {
    type: 'object',
    properties: { name: { type: 'string' }, gifts: { type: 'array', items: line } },
  }
  const parcels = described({
    '/parcels': {
      post: {
        operationId: 'sendParcel',
        'x-harmless': true,
        requestBody: { required: true, content: { 'application/json': { schema: parcel } } },
        responses: {
          ...answers({ type: 'object' }),
          400: answers(problem)[200],
          415: { description: 'Not JSON.' },
        },
      },
    },
  })
  const answer = ({ headers }: Request, text: string): Response => {
    if (headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 })
    const refuse = (pointer: string) => Response.json({ errors: [{ pointer }] }, { status: 400 })
    try {
      const { name = '', gifts = [], ...others } = JSON.parse(text)
      if (typeof name !== 'string') return refuse('/name')
      if (!Array.isArray(gifts)) return refuse('/gifts')
      return gifts.length > 0 || Object.keys(others).length > 0 ? refuse('/gifts/0') : Response.json({})
    } catch {
      return refuse('')
    }
  }
  const lines = await outcomes(await parcels, { answer, rules: ['conformance', 'negative'] })
  expect(lines).toEqual(['conformance sendParcel: passed', 'negative sendParcel: passed'])
})

test('a pointer to a member that is wrong in every request may be right', async () => {
  const told = async (isKnown: (shelf: unknown) => boolean): Promise<string[]> => {
    const book = {
      type: 'object',
      required: ['shelf', 'title'],
      properties: { shelf: { type: 'string' }, title: { type: 'string' } },
    }
    const books = described({
      '/books': {
        post: {
          ...{ operationId: 'addBook', 'x-harmless': true },
          requestBody: { required: true, content: { 'application/json': { schema: book } } },
          responses: {
            ...answers({ type: 'object' }),
            400: answers(problem)[200],
            415: { description: 'Not JSON.' },
          },
        },
      },
    })
    const answer = ({ headers }: Request, text: string): Response => {
      if (headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 })
      const refuse = (pointer: string) => Response.json({ errors: [{ pointer }] }, { status: 400 })
      try {
        const { shelf, title } = JSON.parse(text)
        if (!isKnown(shelf) || typeof title !== 'string') return refuse('/shelf')
        return Response.json({})
      } catch {
        return refuse('')
      }
    }
    return outcomes(await books, { answer, rules: ['negative/pointer'] })
  }
  // The server knows no shelf of that name, which no schema states.
  expect((await told(() => false)).join()).not.toContain('points to')
  expect((await told((shelf) => typeof shelf === 'string')).join()).toContain(
    'a rejection that points to "title"',
  )
})
