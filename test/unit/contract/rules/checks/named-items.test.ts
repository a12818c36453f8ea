import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const lamp = {
  type: 'object',
  required: ['id', 'name', 'lit'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1 },
    lit: { type: 'boolean', readOnly: true },
  },
}
const json = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const refused = { 404: { description: 'None.' }, 400: { description: 'Wrong.' } }
const document = await described({
  '/lamps': {
    get: { operationId: 'listLamps', responses: answers({ type: 'array', items: lamp }) },
    post: {
      operationId: 'addLamp',
      requestBody: json({ type: 'object', required: ['name'], properties: { name: lamp.properties.name } }),
      responses: { ...answers(lamp, { status: 201 }), ...refused },
    },
  },
  '/lamps/{lamp_id}': {
    parameters: [{ name: 'lamp_id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: 'readLamp', responses: { ...answers(lamp), ...refused } },
  },
  '/lamps/switch': {
    post: {
      operationId: 'switchLamps',
      requestBody: json({
        type: 'object',
        required: ['lamp_ids', 'lit'],
        properties: {
          lamp_ids: { type: 'array', minItems: 1, maxItems: 9, items: { type: 'integer' } },
          lit: { type: 'boolean' },
        },
      }),
      responses: { 204: { description: 'Done.' }, ...refused },
    },
  },
})

interface Lamp {
  readonly id: number
  readonly name: string
  readonly lit: boolean
}

const told = async (isWhole: boolean): Promise<readonly string[]> => {
  const lamps = new Map<number, Lamp>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , last = ''] = new URL(url).pathname.split('/')
    if (last === 'switch') {
      const { lamp_ids: ids, lit } = JSON.parse(sent) as { lamp_ids: number[]; lit: boolean }
      const absent = ids.find((id) => !lamps.has(id))
      const isRefused = absent !== undefined
      const done = isRefused && isWhole ? [] : ids.slice(0, isRefused ? ids.indexOf(absent) : ids.length)
      for (const id of done) {
        const one = lamps.get(id)
        if (one !== undefined) lamps.set(id, { ...one, lit })
      }
      return isRefused ? Response.json({}, { status: 400 }) : new Response(null, { status: 204 })
    }
    if (method === 'GET' && last === '') return Response.json([...lamps.values()])
    const known = lamps.get(Number(last))
    if (method === 'GET') return Response.json(known ?? {}, { status: known === undefined ? 404 : 200 })
    const made = { id: lamps.size + 7, lit: false, ...JSON.parse(sent) }
    lamps.set(made.id, made)
    return Response.json(made, { status: 201 })
  }
  return outcomes(document, { answer, rules: ['bulk'] })
}

test('an action that changes all named items or none breaks nothing', async () => {
  expect(await told(true)).toEqual(['bulk switchLamps: passed'])
})

test('an action that is rejected and changes the items before the missing one is told', async () => {
  expect(await told(false)).toEqual([
    expect.stringMatching(/^bulk switchLamps: the item unchanged: .*"lit":false.* \| .*"lit":true/),
  ])
})
