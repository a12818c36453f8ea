import { type NeedsPlan, planNeeds } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const item = (...references: string[]) => ({
  type: 'object',
  required: ['id', ...references],
  properties: Object.fromEntries(['id', ...references].map((name) => [name, { type: 'string' }])),
})

/** Returns a collection whose items can be created and read. */
function collection(name: string, ...references: string[]) {
  const schema = item(...references)
  const written = { ...schema, required: references }
  const path = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return {
    [`/${name}s`]: {
      post: {
        operationId: `make_${name}`,
        requestBody: { required: true, content: { 'application/json': { schema: written } } },
        responses: answers(schema, { status: 201 }),
      },
    },
    [`/${name}s/{id}`]: {
      get: { operationId: `get_${name}`, parameters: [path], responses: answers(schema) },
    },
  }
}

const idsOf = ({ layers }: NeedsPlan) =>
  layers.map((layer) => layer.map(({ operation }) => operation.operationId))

test('an operation is in the layer after the one that gives what it needs', async () => {
  const document = await described({ ...collection('sail', 'boat_id'), ...collection('boat') })
  const plan = planNeeds({ document, target: {} })
  expect(idsOf(plan)).toEqual([['make_boat'], ['make_sail', 'get_boat'], ['get_sail']])
  expect(plan.layers[1]?.[0]).toMatchObject({
    needs: [{ name: 'boat_id', in: 'body', resource: 'boats', givenBy: ['make_boat'] }],
    gives: 'sails',
  })
  expect([plan.circles, plan.missing]).toEqual([[], []])
})

test('operations that need one another are told as a circle, unless a person configures a value', async () => {
  const document = await described({ ...collection('sail', 'boat_id'), ...collection('boat', 'sail_id') })
  const plan = planNeeds({ document, target: {} })
  expect(plan).toMatchObject({ layers: [], circles: [['make_sail', 'make_boat']] })
  const configured = planNeeds({ document, target: { pathParameters: { boat_id: '7' } } })
  expect(idsOf(configured)).toEqual([['make_sail'], ['get_sail', 'make_boat'], ['get_boat']])
  expect(configured.circles).toEqual([])
})

test('a value that nothing gives is missing, also where what gives it is left alone', async () => {
  const document = await described(collection('boat'))
  const plan = planNeeds({ document, target: {}, leftAlone: new Set(['make_boat']) })
  expect(plan.missing).toMatchObject([{ operationId: 'get_boat', need: { name: 'id', givenBy: [] } }])
})
