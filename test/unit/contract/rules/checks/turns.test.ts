import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

/** Each filter takes several requests, so all of them together take more than the list has. */
const FILTERS = Array.from({ length: 40 }, (_, index) => `kind_${index}`)

const choice = { type: 'string', enum: ['red', 'green', 'blue', 'plain'] }
const written = { name: { type: 'string' }, ...Object.fromEntries(FILTERS.map((name) => [name, choice])) }
const lamp = {
  type: 'object',
  required: ['id', 'name', ...FILTERS],
  properties: { id: { type: 'string', readOnly: true }, ...written },
}
const query = (name: string, schema: object) => ({ name, in: 'query', schema })

const lamps = described({
  '/lamps': {
    get: {
      operationId: 'listLamps',
      parameters: [...FILTERS.map((name) => query(name, choice)), query('q', { type: 'string' })],
      responses: answers({ type: 'array', items: lamp }),
    },
    post: {
      operationId: 'addLamp',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { ...lamp, required: ['name', ...FILTERS] } } },
      },
      responses: answers(lamp, { status: 201 }),
    },
  },
  '/lamps/{lamp_id}': {
    parameters: [{ name: 'lamp_id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'readLamp', responses: { ...answers(lamp), 404: { description: 'None.' } } },
    delete: {
      operationId: 'dropLamp',
      responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
    },
  },
})

interface Lamp {
  readonly id: string
  readonly [name: string]: string
}

/** A service whose list filters rightly, and that may ignore its search. */
function service({ searches }: { readonly searches: boolean }) {
  let last = 0
  const kept = new Map<string, Lamp>()
  return ({ method, url }: Request, text: string): Response => {
    const { pathname, searchParams } = new URL(url)
    const id = pathname.split('/')[2]
    if (id === undefined && method === 'POST') {
      const made: Lamp = { ...JSON.parse(text), id: `lamp-${++last}` }
      kept.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    if (id === undefined) {
      const wanted = [...searchParams].filter(([name]) => FILTERS.includes(name))
      const q = searches ? (searchParams.get('q') ?? '').toLowerCase() : ''
      const isShown = (one: Lamp): boolean =>
        wanted.every(([name, value]) => one[name] === value) && String(one['name']).toLowerCase().includes(q)
      return Response.json([...kept.values()].filter(isShown))
    }
    const found = kept.get(id)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'GET') return Response.json(found)
    kept.delete(id)
    return new Response(null, { status: 204 })
  }
}

const outcomesOf = async (searches: boolean) =>
  outcomes(await lamps, { answer: service({ searches }), rules: ['list-protocol'] })

test('a search is tried even behind filters that take all requests', async () => {
  expect(await outcomesOf(false)).toEqual([expect.stringMatching(/^list-protocol listLamps: .*"zq\d+qz"/)])
})

test('a list that searches and filters rightly breaks nothing', async () => {
  expect(await outcomesOf(true)).toEqual(['list-protocol listLamps: passed'])
})
