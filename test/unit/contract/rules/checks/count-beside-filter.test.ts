import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const bird = {
  type: 'object',
  required: ['id', 'name', 'town'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, town: { type: 'string' } },
}
const filters = ['town', 'search'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }))

/** Birds, and how many of them there are, with the same filters. */
const aviary = (parameters = filters) =>
  described({
    '/birds': {
      get: {
        operationId: 'listBirds',
        parameters,
        responses: answers({ type: 'array', items: bird }),
      },
    },
    '/birds/{bird_id}': {
      parameters: [{ name: 'bird_id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'readBird', responses: { ...answers(bird), 404: { description: 'None.' } } },
    },
    '/birds/count': {
      get: {
        operationId: 'countBirds',
        parameters,
        responses: answers({
          type: 'object',
          required: ['count'],
          properties: { count: { type: 'integer' } },
        }),
      },
    },
  })

const BIRDS = [
  { id: 1, name: 'Robin', town: 'Ulm' },
  { id: 2, name: 'Wren', town: 'Bonn' },
  { id: 3, name: 'Rook', town: 'Bonn' },
]

async function told(forgets: string, document = aviary()): Promise<string[]> {
  const lines = await outcomes(await document, {
    rules: ['list-protocol/count'],
    answer: ({ url }) => {
      const { pathname, searchParams } = new URL(url)
      const isCount = pathname.endsWith('/count')
      const wanted = (name: string) => (isCount && name === forgets ? null : searchParams.get(name))
      const [town, search] = [wanted('town'), wanted('search')]
      const found = BIRDS.filter(
        (one) => (town ?? one.town) === one.town && JSON.stringify(one).includes(search ?? ''),
      )
      if (isCount) return Response.json({ count: found.length })
      const own = BIRDS.find(({ id }) => pathname === `/birds/${id}`)
      return pathname === '/birds' ? Response.json(found) : Response.json(own, { status: own ? 200 : 404 })
    },
  })
  return lines.filter((line) => line.includes('listBirds'))
}

test('a number beside a list follows its filter, or else its search', async () => {
  expect(await told('')).toEqual(['list-protocol listBirds: passed'])
  const wrong = expect.stringMatching(/a count of \d, the number of items that match the filter \| 3/)
  expect(await told('town')).toEqual([wrong])
  expect(await told('search', aviary(filters.slice(1)))).toEqual([wrong])
})
