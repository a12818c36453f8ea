import { expect, test } from 'vitest'
import { brokenRelations } from '../../../../../runtime/contract/rules/checks/computed/relations.ts'
import { loggedNumbers } from '../../../../../runtime/contract/rules/evidence/log/numbers-of.ts'
import type { ShownNumbers } from '../../../../../runtime/contract/rules/evidence/log/run-log.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const hire = {
  type: 'object',
  required: ['id', 'name', 'start', 'days', 'rate', 'end', 'price', 'version'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1 },
    start: { type: 'string', format: 'date-time' },
    days: { type: 'integer', minimum: 1 },
    rate: { type: 'integer', minimum: 0 },
    end: { type: 'string', format: 'date-time', readOnly: true },
    price: { type: 'integer', readOnly: true },
    version: { type: 'integer', readOnly: true },
  },
}
const { id: _, end: __, price: ___, version: ____, ...written } = hire.properties
const body = (required: readonly string[]) => ({
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', required, properties: written },
      ...(required.length > 0 && {
        example: { name: 'Boat', start: '2031-05-06T07:00:00Z', days: 3, rate: 40 },
      }),
    },
  },
})
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }

const boathouse = described({
  '/hires': {
    get: { operationId: 'listHires', responses: answers({ type: 'array', items: hire }) },
    post: {
      operationId: 'hire',
      requestBody: body(['name', 'start', 'days', 'rate']),
      responses: { ...answers(hire, { status: 201 }), ...none },
    },
  },
  '/hires/{hire_id}': {
    parameters: [{ name: 'hire_id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: 'getHire', responses: { ...answers(hire), ...none } },
    patch: { operationId: 'changeHire', requestBody: body([]), responses: { ...answers(hire), ...none } },
    delete: { operationId: 'endHire', responses: { 204: { description: 'Gone.' }, ...none } },
  },
})

interface Hire {
  readonly name: string
  readonly start: string
  readonly days: number
  readonly rate: number
  readonly version: number
}

type Fault = 'price of before' | 'end of before' | 'discount for changed ones' | 'days follow the start'

const DAY_MS = 86_400_000
const priceOf = ({ days, rate }: Hire): number => days * rate
const endOf = ({ start, days }: Hire): string => new Date(Date.parse(start) + days * DAY_MS).toISOString()

function service(fault?: Fault) {
  const hires = new Map<number, Hire & { readonly end: string; readonly price: number }>()
  const shown = (id: number) => Response.json({ id, ...hires.get(id) })
  return ({ method, url }: Request, text: string): Response => {
    const [, , name = ''] = new URL(url).pathname.split('/')
    const id = Number(name)
    if (name === '' && method === 'GET')
      return Response.json([...hires].map(([own, one]) => ({ id: own, ...one })))
    if (name === '') {
      const made: Hire = { ...JSON.parse(text), version: 1 }
      const next = hires.size + 1 + Math.max(0, ...hires.keys())
      hires.set(next, { ...made, end: endOf(made), price: priceOf(made) })
      return Response.json({ id: next, ...hires.get(next) }, { status: 201 })
    }
    const before = hires.get(id)
    if (before === undefined) return Response.json({}, { status: 404 })
    if (method === 'DELETE') {
      hires.delete(id)
      return new Response(null, { status: 204 })
    }
    if (method === 'GET') return shown(id)
    const change: Partial<Hire> = JSON.parse(text)
    const now: Hire = { ...before, ...change, version: before.version + 1 }
    const isLater =
      change.start !== undefined && change.days === undefined && fault === 'days follow the start'
    const moved = isLater && change.start !== before.start
    const days = moved ? Math.max(1, now.days - 1) : now.days
    hires.set(id, {
      ...now,
      days,
      end: fault === 'end of before' ? before.end : endOf({ ...now, days }),
      price:
        fault === 'price of before'
          ? before.price
          : fault === 'discount for changed ones' && change.rate !== before.rate && change.rate !== undefined
            ? priceOf({ ...now, days }) - 5
            : priceOf({ ...now, days }),
    })
    return shown(id)
  }
}

const told = async (fault?: Fault): Promise<string[]> =>
  (await outcomes(await boathouse, { answer: service(fault), rules: ['lifecycle', 'computed'] })).filter(
    (line) => line.startsWith('computed'),
  )

test('members that follow from others break nothing', async () => {
  expect(await told()).toEqual(['computed hire: passed', 'computed changeHire: passed'])
})

test.each<readonly [Fault, RegExp]>([
  [
    'price of before',
    /computed hire: "price" to be days × rate, which is \d+, as in \d+ other items .* \| \d+/,
  ],
  [
    'end of before',
    /computed hire: "end" to be start \+ days in days, which is \S+, as in \d+ other items .* \| \S+Z/,
  ],
  ['discount for changed ones', /computed hire: "price" to be days × rate/],
  [
    'days follow the start',
    /computed changeHire: "end" to be "\S+T07:10:00.000Z" after a change to "start", as when the same .* \| "\S+T07:10:00.000Z"/,
  ],
])('a server that has the fault "%s" breaks it', async (fault, expected) => {
  expect(await told(fault)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})

const prices = { discount: { type: 'integer', readOnly: true }, total: { type: 'integer', readOnly: true } }
const codes = { type: 'array', items: { enum: ['SPRING', 'FRIEND'] } }
const cart = {
  type: 'object',
  properties: { id: hire.properties.id, amount: hire.properties.rate, codes, ...prices },
}
const sentCart = (example: object) => ({
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { amount: hire.properties.rate, codes } },
      example,
    },
  },
})
const carts = described({
  '/carts': {
    post: {
      operationId: 'fillCart',
      requestBody: sentCart({ amount: 70 }),
      responses: { ...answers(cart, { status: 201 }), ...none },
    },
  },
  '/carts/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: 'getCart', responses: { ...answers(cart), ...none } },
    patch: {
      operationId: 'changeCart',
      requestBody: sentCart({ codes: ['SPRING'] }),
      responses: { ...answers(cart), ...none },
    },
  },
})

/** @param keeps True for a server that leaves the discount when the last code is removed. */
const toldOfCarts = async (keeps: boolean): Promise<string[]> => {
  const all: { amount: number; codes: string[]; discount: number }[] = []
  const show = (at: number, status = 200) => {
    const { amount, codes: own, discount } = all[at] ?? { amount: 0, codes: [], discount: 0 }
    return Response.json({ id: at, amount, codes: own, discount, total: amount - discount }, { status })
  }
  const lines = await outcomes(await carts, {
    rules: ['computed'],
    answer: ({ method, url }, text) => {
      const [, , id] = new URL(url).pathname.split('/')
      if (id !== undefined && all[Number(id)] === undefined) return Response.json({}, { status: 404 })
      if (method === 'GET') return show(Number(id))
      const before = all[Number(id ?? Number.NaN)] ?? { amount: 0, codes: [], discount: 0 }
      const now = { ...before, ...JSON.parse(text) }
      const isKept = keeps && now.codes.length === 0
      const at = id === undefined ? all.length : Number(id)
      all[at] = { ...now, discount: isKept ? before.discount : now.amount * now.codes.length * 0.5 }
      return show(at, id === undefined ? 201 : 200)
    },
  })
  return lines.filter((line) => line.startsWith('computed changeCart'))
}

test('a change that is reversed restores computed members', async () => {
  expect(await toldOfCarts(false)).toEqual(['computed changeCart: passed'])
  expect(await toldOfCarts(true)).toEqual([
    'computed changeCart: "discount" to be 0 after a change to "codes", as before the change that it reverses | 35',
  ])
})

type Values = { readonly [name: string]: unknown }

const shown = (all: readonly Values[]): ShownNumbers[] =>
  all.map((one) => ({
    numbers: loggedNumbers(one),
    others: Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value === 'string')),
    times: 2,
    operation: {},
  })) as unknown as ShownNumbers[]

const broken = (...all: readonly Values[]) =>
  brokenRelations(shown(all), { computed: new Set(['total']), isState: () => true }).map(
    ({ relation, wanted }) => `${relation.words}: ${wanted}`,
  )

const KEPT = [
  { net: 70, tax: 14, total: 84, state: 'open' },
  { net: 130, tax: 26, total: 156, state: 'open' },
  { net: 291, tax: 58, total: 349, state: 'paid' },
  { net: 530, tax: 106, total: 636, state: 'open' },
]

test('a sum that several items show is told where another one breaks it', () => {
  expect(broken(...KEPT)).toEqual([])
  expect(broken(...KEPT, { net: 200, tax: 40, total: 200, state: 'open' })).toEqual(['net + tax: 240'])
  // Sums of lists.
  const lists = [
    { lines: [{ price: 30 }, { price: 51 }], total: 81 },
    { lines: [{ price: 77 }], total: 77 },
    { lines: [{ price: 12 }, { price: 13 }, { price: 19 }], total: 44 },
  ]
  expect(
    broken(...lists, { lines: [{ price: 11 }, { price: 12 }, { price: 20 }, { price: 22 }], total: 65 }),
  ).toEqual([])
  expect(
    broken(...lists, { lines: [{ price: 99 }], total: 99 }, { lines: [{ price: 12 }], total: 44 }),
  ).toEqual(['the sum of lines.price: 12'])
})

test('another state, another number or few items say nothing', () => {
  expect(broken(...KEPT, { net: 200, tax: 40, total: 0, state: 'cancelled' })).toEqual([])
  expect(broken(...KEPT, { net: 200, tax: 40, total: 249, shipping: 9, state: 'open' })).toEqual([])
  expect(broken(...KEPT.slice(0, 2), { net: 200, tax: 40, total: 200, state: 'open' })).toEqual([])
  const small = [1, 2, 3, 4].map((value) => ({ net: value, tax: value + 1, total: 2 * value + 1 }))
  expect(broken(...small, { net: 3, tax: 3, total: 9 })).toEqual([])
})

test('numbers that a server counts up together are no sums of one another', () => {
  const counted = [100, 130, 170, 220, 290].map((value) => ({
    first: value,
    second: value + 2,
    third: value + 5,
    total: value + 3,
  }))
  expect(broken(...counted, { first: 400, second: 402, third: 405, total: 9 })).toEqual([])
})

test('numbers that identify something are no parts of sums', () => {
  const named = [12, 35, 77, 91].map((value, index) => ({
    rate: value,
    ownerId: 7 ** index,
    total: value + 7 ** index,
  }))
  expect(broken(...named, { rate: 50, ownerId: 60, total: 70 })).toEqual([])
})
