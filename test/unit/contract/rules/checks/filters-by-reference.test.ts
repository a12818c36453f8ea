import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'integer' }
const plant = {
  type: 'object',
  required: ['id', 'bed_id'],
  properties: { id, bed_id: { type: ['integer', 'null'] } },
}
const garden = described({
  '/plants': {
    get: {
      operationId: 'listPlants',
      parameters: [{ name: 'bed_id', in: 'query', schema: id }],
      responses: { ...answers({ type: 'array', items: plant }), 400: { description: 'Wrong.' } },
    },
  },
})

const told = async (beds: readonly (number | null)[], otherwise: 'all' | 'none' | 400): Promise<string[]> => {
  const plants = beds.map((bed, index) => ({ id: index + 1, bed_id: bed }))
  return outcomes(await garden, {
    rules: ['list-protocol'],
    answer: ({ url }) => {
      const wanted = new URL(url).searchParams.get('bed_id')
      const isKnown = wanted === null || beds.includes(Number(wanted))
      if (!isKnown && otherwise === 400) return Response.json({}, { status: 400 })
      const isAll = wanted === null || (!isKnown && otherwise === 'all')
      return Response.json(plants.filter((one) => isAll || one.bed_id === Number(wanted)))
    },
  })
}

test.each([
  ['items refer to several things', [7, 8, null]],
  ['items refer to nothing', [null, null]],
])('a filter by an unknown reference is told if it shows everything, even where %s', async (_, beds) => {
  expect(await told(beds, 'none')).toEqual(['list-protocol listPlants: passed'])
  expect(await told(beds, 400)).toEqual([expect.not.stringContaining('|')])
  expect(await told(beds, 'all')).toEqual([
    expect.stringMatching(/^list-protocol listPlants: only items that match bed_id=\d+ \| /),
  ])
})
