import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'string', readOnly: true }
const text = { type: 'string' }
const boardWith = (waiting: string) => ({
  type: 'object',
  required: ['id', 'name', 'cardCount', 'locked'],
  properties: {
    ...{ id, name: text, locked: { type: 'boolean', readOnly: true } },
    cardCount: { type: 'integer', readOnly: true },
    waiting: { type: 'integer', readOnly: true, description: waiting },
  },
})
const card = { type: 'object', required: ['id', 'words'], properties: { id, words: text } }
const none = { 404: { description: 'None.' } }
const body = (properties: object, required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })

const boardsWith = (waiting = '', board = boardWith(waiting)) =>
  described({
    '/boards': {
      get: { operationId: 'listBoards', responses: answers({ type: 'array', items: board }) },
      post: {
        ...{ operationId: 'addBoard', requestBody: body({ name: text }, ['name']) },
        responses: answers(board, { status: 201 }),
      },
    },
    '/boards/{board}': {
      parameters: [inPath('board')],
      get: { operationId: 'getBoard', responses: { ...answers(board), ...none } },
      patch: {
        ...{ operationId: 'renameBoard', requestBody: body({ name: text }, []) },
        responses: { ...answers(board), ...none },
      },
    },
    '/boards/{board}/lock': {
      parameters: [inPath('board')],
      post: { operationId: 'lockBoard', responses: { ...answers(board), ...none } },
    },
    '/boards/{board}/cards': {
      parameters: [inPath('board')],
      get: { operationId: 'listCards', responses: { ...answers({ type: 'array', items: card }), ...none } },
      post: {
        ...{ operationId: 'addCard', requestBody: body({ words: text }, ['words']) },
        responses: { ...answers(card, { status: 201 }), ...none },
      },
    },
    '/boards/{board}/cards/{card}': {
      parameters: [inPath('board'), inPath('card')],
      get: { operationId: 'getCard', responses: { ...answers(card), ...none } },
      delete: { operationId: 'dropCard', responses: { 204: { description: 'Gone.' }, ...none } },
    },
  })
const boards = boardsWith()

interface Board {
  readonly cards: Map<string, object>
  readonly shown: { readonly id: string; name: string; locked: boolean }
  /** The largest number of cards so far. */
  most: number
  changes: number
}

interface Habits {
  counts?(board: Board): number
  lists?(board: Board): readonly object[]
  waits?(board: Board): number
}

function service({
  counts = ({ cards }) => cards.size,
  lists = ({ cards }) => [...cards.values()],
  waits = ({ cards }) => cards.size,
}: Habits) {
  const kept = new Map<string, Board>()
  const told = (one: Board): object => ({ ...one.shown, cardCount: counts(one), waiting: waits(one) })
  const gone = (): Response => new Response(null, { status: 404 })
  const ofCards = (one: Board, { method, name }: { method: string; name?: string }, sent: string) => {
    if (name === undefined && method === 'GET') return Response.json(lists(one))
    if (name === undefined) {
      const made = { ...JSON.parse(sent), id: `c${one.most + 1}` }
      one.cards.set(made.id, made)
      one.most++
      return Response.json(made, { status: 201 })
    }
    if (!one.cards.has(name)) return gone()
    if (method === 'GET') return Response.json(one.cards.get(name))
    one.cards.delete(name)
    return new Response(null, { status: 204 })
  }
  return ({ method, url }: Request, sent: string): Response => {
    const [, , own, part, name] = new URL(url).pathname.split('/')
    if (own === undefined && method === 'GET') return Response.json([...kept.values()].map(told))
    if (own === undefined) {
      const shown = { id: `b${kept.size + 1}`, name: JSON.parse(sent).name, locked: false }
      const made = { cards: new Map(), shown, most: 0, changes: 0 }
      kept.set(shown.id, made)
      return Response.json(told(made), { status: 201 })
    }
    const one = kept.get(own)
    if (one === undefined) return gone()
    if (part === 'cards') return ofCards(one, { method, ...(name !== undefined && { name }) }, sent)
    if (part === 'lock') one.shown.locked = true
    if (method === 'PATCH') {
      Object.assign(one.shown, JSON.parse(sent))
      one.changes++
    }
    return Response.json(told(one))
  }
}

const told = async (habits: Habits, document = boards): Promise<readonly string[]> => {
  const lines = await outcomes(await document, { answer: service(habits), rules: ['nesting'] })
  return lines.filter((line) => line.includes('getBoard'))
}

test('items below that stay in all situations break nothing', async () => {
  expect(await told({})).toEqual(['nesting getBoard: passed'])
})

test('a list of items below that is empty after an action is told', async () => {
  const lists = ({ shown, cards }: Board) => (shown.locked ? [] : [...cards.values()])
  expect(await told({ lists })).toEqual([
    expect.stringContaining(
      'GET /boards/{board}/cards to return an item as before POST /boards/{board}/lock',
    ),
  ])
})

test('a list of items below that loses one with the second change is told', async () => {
  const lists = ({ changes, cards }: Board) => [...cards.values()].slice(changes > 1 ? 1 : 0)
  expect(await told({ lists })).toEqual([
    expect.stringContaining('GET /boards/{board}/cards to return an item as before PATCH /boards/{board}'),
  ])
})

test.each([
  ['keeps a removed one', ({ most }: Board) => most, 'change from 2 to 1 with DELETE'],
  [
    'is lost with a change',
    ({ changes, cards }: Board) => (changes > 0 ? 0 : cards.size),
    'stay 2 with PATCH',
  ],
])('a count of items below that %s is told', async (_, counts, expected) => {
  expect(await told({ counts })).toEqual([expect.stringContaining(`"cardCount" to ${expected}`)])
})

test('a number of some of the items below that keeps a removed one is told', async () => {
  const waits = ({ most }: Board) => most
  expect(await told({ waits }, boardsWith('How many of its cards nobody has read.'))).toEqual([
    expect.stringContaining('"waiting" to change from 2 to 1 with DELETE'),
  ])
  for (const right of ['How many cards it ever had.', 'Number of colors.', 'The last card.'])
    expect(await told({ waits }, boardsWith(right))).toEqual(['nesting getBoard: passed'])
  const none = { waits: () => 0 }
  expect(await told(none, boardsWith('Number of cards that are late.'))).toEqual(['nesting getBoard: passed'])
})
