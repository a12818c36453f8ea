import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const time = { type: 'string', format: 'date-time' }
const letter = {
  type: 'object',
  required: ['id', 'sent_at', 'read_at'],
  properties: {
    id: { type: 'integer' },
    sent_at: { ...time, readOnly: true },
    read_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  },
}
const letters = [
  { id: 1, sent_at: '2024-03-01T10:00:00Z', read_at: '2024-06-01T10:00:00Z' },
  { id: 2, sent_at: '2024-03-01T10:30:00Z', read_at: null },
]
const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })

/**
 * Returns what is found in a list of letters with a parameter for a time, which the server reads in its own
 * way.
 */
async function told(
  name: string,
  { isShown, schema = time }: { isShown: (sent: number, asked: string) => boolean; schema?: object },
): Promise<string[]> {
  const document = await described({
    '/letters': {
      get: {
        operationId: 'list',
        parameters: [parameter(name, schema)],
        responses: answers({ type: 'array', items: letter }),
      },
    },
  })
  return outcomes(document, {
    rules: ['list-protocol/time-zone'],
    answer: ({ url }) => {
      const asked = new URL(url).searchParams.get(name)
      return Response.json(
        letters.filter(({ sent_at }) => asked === null || isShown(Date.parse(sent_at), asked)),
      )
    },
  })
}

const zoneless = (text: string): number => Date.parse(text.replace(/[+-]\d\d:\d\d$/, 'Z'))

test.each([
  ['since', (sent: number, asked: string) => sent >= Date.parse(asked)],
  ['until', (sent: number, asked: string) => sent < Date.parse(asked)],
  ['as_of', () => true],
])('a server that reads "%s" in any time zone breaks nothing', async (name, isShown) => {
  expect(await told(name, { isShown })).toEqual(['list-protocol list: passed'])
})

test('a server that ignores the offset of a lower bound shows too little', async () => {
  expect(await told('since', { isShown: (sent, asked) => sent >= zoneless(asked) })).toEqual([
    'list-protocol list: the same items with since=2024-03-01T14:00:00.000+05:00 as with 2024-03-01T09:00:00.000Z, which is the same time: 1, 2 | no items',
  ])
})

test('a server that ignores the offset of an upper bound shows too much', async () => {
  expect(await told('until', { isShown: (sent, asked) => sent < zoneless(asked) })).toEqual([
    expect.stringMatching(/which is the same time: no items \| 1, 2$/),
  ])
})

test('a server that adds an offset instead of subtracting it is told too', async () => {
  const turned = (text: string): number => 2 * zoneless(text) - Date.parse(text)
  expect(await told('since', { isShown: (sent, asked) => sent >= turned(asked) })).toEqual([
    expect.stringContaining('the same items with since='),
  ])
})

test('a parameter whose pattern allows only UTC is left alone', async () => {
  const schema = { ...time, pattern: 'Z$' }
  expect(await told('since', { schema, isShown: (sent, asked) => sent >= zoneless(asked) })).toEqual([
    expect.stringContaining('not run'),
  ])
})

test('a bound that has no effect beside a filter is told', async () => {
  const document = await described({
    '/letters': {
      get: {
        operationId: 'list',
        parameters: [parameter('since', time), parameter('id', { type: 'integer' })],
        responses: answers({ type: 'array', items: letter }),
      },
    },
  })
  const told = async (isForgotten: boolean): Promise<string[]> =>
    outcomes(document, {
      rules: ['list-protocol/filters'],
      answer: ({ url }) => {
        const { searchParams: query } = new URL(url)
        const [id, since = ''] = [query.get('id'), query.get('since') ?? undefined]
        const isWithin = (sent: string): boolean =>
          since === '' || (isForgotten && id !== null) || Date.parse(sent) >= Date.parse(since)
        return Response.json(
          letters.filter((one) => isWithin(one.sent_at) && (id === null || one.id === Number(id))),
        )
      },
    })
  expect(await told(false)).toEqual(['list-protocol list: passed'])
  expect(await told(true)).toEqual([
    expect.stringMatching(
      /^list-protocol list: with id=\d&since=2100-01-01T00:00:00Z, only items that the list also returns with "since" alone \| \d$/,
    ),
  ])
})
