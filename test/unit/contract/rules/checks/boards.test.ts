import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const board = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { ...integer, readOnly: true }, title: text },
}
const card = {
  type: 'object',
  required: ['id', 'title', 'colors', 'position'],
  properties: {
    id: { ...integer, readOnly: true },
    title: text,
    colors: { type: 'array', items: text },
    position: { ...integer, readOnly: true },
  },
}
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const named = (name: string) => ({ name, in: 'path', required: true, schema: integer })
const body = (properties: object, required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const page = (schema: object) =>
  answers({
    type: 'object',
    required: ['items', 'total', 'ids'],
    properties: {
      items: { type: 'array', items: schema },
      total: integer,
      ids: { type: 'array', items: integer },
    },
  })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const limit = query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 })
const skipped = query('offset', { type: 'integer', minimum: 0, default: 0 })

/** Boards with cards, which the server numbers. */
const office = described({
  '/boards': {
    get: {
      operationId: 'listBoards',
      parameters: [query('card_color', text), query('search', text), limit, skipped],
      responses: page(board),
    },
    post: {
      operationId: 'addBoard',
      requestBody: body({ title: text }, ['title']),
      responses: { ...answers(board, { status: 201 }), ...none },
    },
  },
  '/boards/{board_id}': {
    parameters: [named('board_id')],
    get: { operationId: 'getBoard', responses: { ...answers(board), ...none } },
    delete: { operationId: 'dropBoard', responses: { 204: { description: 'Gone.' }, ...none } },
  },
  '/boards/{board_id}/cards': {
    parameters: [named('board_id')],
    get: { operationId: 'listCards', responses: { ...page(card), ...none } },
    post: {
      operationId: 'addCard',
      requestBody: body({ title: text, colors: { type: 'array', items: text } }, ['title']),
      responses: { ...answers(card, { status: 201 }), ...none },
    },
  },
  '/boards/{board_id}/cards/{card_id}': {
    parameters: [named('board_id'), named('card_id')],
    get: { operationId: 'getCard', responses: { ...answers(card), ...none } },
    delete: { operationId: 'dropCard', responses: { 204: { description: 'Gone.' }, ...none } },
  },
  '/boards/{board_id}/cards/{card_id}/raise': {
    parameters: [named('board_id'), named('card_id')],
    post: { operationId: 'raiseCard', responses: { ...answers(card), ...none } },
  },
})

interface Card {
  readonly id: number
  readonly title: string
  readonly colors: readonly string[]
}

interface Board {
  readonly id: number
  readonly title: string
  cards: readonly Card[]
  /** Positions by card, where they are not those in the list. */
  readonly odd: Map<number, number>
}

type Fault =
  | 'counts cards'
  | 'shows a board for each card'
  | 'lists ids of a page'
  | 'raises to 0'
  | 'raises without the others'

function service(fault?: Fault) {
  const boards = new Map<number, Board>()
  let last = 0
  const cardOf = ({ cards, odd }: Board, one: Card) => ({
    ...one,
    position: odd.get(one.id) ?? cards.indexOf(one) + 1,
  })
  const listed = <Item extends { readonly id: number }>(
    all: readonly Item[],
    asked: URLSearchParams,
    total = all.length,
  ) => {
    const from = Number(asked.get('offset') ?? 0)
    const items = all.slice(from, from + Number(asked.get('limit') ?? 20))
    const isShort = fault === 'lists ids of a page' && asked.has('search')
    return Response.json({ items, total, ids: (isShort ? items : all).map(({ id }) => id) })
  }
  const listBoards = (asked: URLSearchParams): Response => {
    const [color, search = ''] = [asked.get('card_color'), asked.get('search') ?? undefined]
    const found = [...boards.values()].filter(({ title }) => title.includes(search))
    const fits = ({ cards }: Board) => cards.filter(({ colors }) => color === null || colors.includes(color))
    const kept = color === null ? found : found.filter((one) => fits(one).length > 0)
    const rows = kept.flatMap((one) => fits(one).map(() => one))
    const shown = fault === 'shows a board for each card' && color !== null ? rows : kept
    const total = fault === 'counts cards' && color !== null ? rows.length : shown.length
    return listed(
      shown.map(({ id, title }) => ({ id, title })),
      asked,
      total,
    )
  }
  const raise = (own: Board, one: Card): void => {
    const others = own.cards.filter((other) => other !== one)
    if (fault === 'raises to 0') own.odd.set(one.id, 0)
    else if (fault === 'raises without the others')
      for (const other of own.cards) own.odd.set(other.id, cardOf(own, other).position)
    if (fault === 'raises without the others') own.odd.set(one.id, 1)
    own.cards = [one, ...others]
  }
  return ({ method, url }: Request, sent: string): Response => {
    const { pathname, searchParams } = new URL(url)
    const [, , board = '', , name = '', verb] = pathname.split('/')
    const isOfCards = pathname.includes('/cards')
    if (board === '' && method === 'GET') return listBoards(searchParams)
    if (board === '') {
      const made: Board = { id: ++last, title: '', ...JSON.parse(sent), cards: [], odd: new Map() }
      boards.set(made.id, made)
      return Response.json({ id: made.id, title: made.title }, { status: 201 })
    }
    const own = boards.get(Number(board))
    const one = own?.cards.find(({ id }) => id === Number(name))
    if (own === undefined || (name !== '' && one === undefined)) return Response.json({}, { status: 404 })
    if (!isOfCards && method === 'GET') return Response.json({ id: own.id, title: own.title })
    if (!isOfCards) boards.delete(own.id)
    else if (one === undefined && method === 'GET')
      return listed(
        own.cards.map((each) => cardOf(own, each)),
        searchParams,
      )
    else if (one === undefined) {
      const made: Card = { colors: [], ...JSON.parse(sent), id: ++last }
      own.cards = [...own.cards, made]
      return Response.json(cardOf(own, made), { status: 201 })
    } else if (verb === 'raise') raise(own, one)
    else if (method === 'DELETE') own.cards = own.cards.filter((other) => other !== one)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return one === undefined ? Response.json({}, { status: 404 }) : Response.json(cardOf(own, one))
  }
}

const told = async (fault?: Fault): Promise<string[]> =>
  (
    await outcomes(await office, { answer: service(fault), rules: ['isolation', 'nesting', 'list-protocol'] })
  ).filter((line) => line.includes(' | '))

test('a server that numbers, filters and counts correctly breaks nothing', async () => {
  expect(await told()).toEqual([])
})

describe.each<readonly [Fault, RegExp]>([
  ['counts cards', /^nesting addCard: a count of 1, the number of items that match the filter \| 2/],
  ['shows a board for each card', /^nesting addCard: .*once/],
  [
    'lists ids of a page',
    /^list-protocol listBoards: \d+ values in "ids", one for each item of all pages \| 1/,
  ],
  ['raises to 0', /^isolation raiseCard: each item to have its own "position" after POST .*: 1, 2.* \| 0, /],
  ['raises without the others', /^isolation raiseCard: each item to have its own "position" .* \| 1, 1/],
])('%s', (fault, expected) => {
  test('is told', async () => {
    expect(await told(fault)).toContainEqual(expect.stringMatching(expected))
  })
})
