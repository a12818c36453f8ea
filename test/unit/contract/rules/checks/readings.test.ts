import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const reading = {
  type: 'object',
  required: ['at', 'level'],
  properties: { at: { type: 'string', format: 'date-time' }, level: { type: 'number' } },
}
const batch = {
  type: 'object',
  required: ['readings'],
  properties: { readings: { type: 'array', minItems: 1, items: reading } },
}
const example = {
  readings: [
    { at: '2031-03-03T08:00:00.000Z', level: 3 },
    { at: '2031-03-03T09:00:00.000Z', level: 4 },
  ],
}

/** Readings without identifiers, which only an array creates, in an order that clients can reverse. */
const gauge = described({
  '/readings': {
    get: {
      operationId: 'listReadings',
      parameters: [
        {
          ...{ name: 'from', in: 'query', description: 'The first moment.' },
          schema: { type: 'string', format: 'date-time' },
        },
        {
          ...{ name: 'direction', in: 'query', description: 'In any letter case.' },
          schema: { type: 'string', pattern: '^([Uu][Pp]|[Dd][Oo][Ww][Nn])$', default: 'up' },
        },
      ],
      responses: { ...answers({ type: 'array', items: reading }), 400: { description: 'Wrong.' } },
    },
    post: {
      operationId: 'addReadings',
      requestBody: { required: true, content: { 'application/json': { schema: batch, example } } },
      responses: { 201: { description: 'Kept.' }, 400: { description: 'Wrong.' } },
    },
  },
})

interface Reading {
  readonly at: string
  readonly level: number
}

interface Habits {
  readonly shown?: (found: readonly Reading[], from: string) => readonly Reading[]
  readonly isKnown?: (direction: string) => boolean
}

function service({ shown = (found) => found, isKnown = () => true }: Habits) {
  const readings: Reading[] = []
  return ({ method, url }: Request, text: string): Response => {
    if (method === 'POST') {
      readings.push(...JSON.parse(text).readings)
      return new Response(null, { status: 201 })
    }
    const { searchParams } = new URL(url)
    if (!isKnown(searchParams.get('direction') ?? 'up')) return Response.json({}, { status: 500 })
    const from = searchParams.get('from')
    const found = readings
      .filter(({ at }) => from === null || Date.parse(at) >= Date.parse(from))
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    return Response.json(from === null ? found : shown(found, from))
  }
}

const told = async (family: string, habits: Habits = {}): Promise<string[]> =>
  (await outcomes(await gauge, { answer: service(habits), rules: [family] })).filter((line) =>
    line.includes('listReadings'),
  )

test('a list of items that only an array creates is filled, and its bounds are checked', async () => {
  expect(await told('list-protocol')).toEqual(['list-protocol listReadings: passed'])
  const shown = ([first, ...others]: readonly Reading[], from: string): readonly Reading[] =>
    first === undefined ? [] : [{ ...first, at: from }, ...others]
  expect(await told('list-protocol', { shown })).toEqual([
    expect.stringMatching(/every item that matches from=2031-03-01T08:00:00.000Z: .*"level":3/),
  ])
})

test('values of a pattern are sent in capital letters too', async () => {
  expect(await told('valid-values')).toEqual(['valid-values listReadings: passed'])
  expect(await told('valid-values', { isKnown: (one) => one === one.toLowerCase() })).toEqual([
    expect.stringMatching(/no server error for the query parameter "direction" set to "UP".* \| status 500/),
  ])
})
