import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const names = { type: 'array', items: { type: 'string' }, minItems: 1 }
const shelf = {
  type: 'object',
  required: ['access'],
  properties: {
    access: { type: 'object', required: ['read', 'write'], properties: { read: names, write: names } },
  },
}
const shown = { ...shelf, properties: { ...shelf.properties, id: { type: 'string' } } }
const paths = {
  '/shelves': {
    post: {
      operationId: 'create',
      requestBody: { required: true, content: { 'application/json': { schema: shelf } } },
      responses: answers(shown, { status: 201 }),
    },
  },
  '/shelves/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'read', responses: { ...answers(shown), 404: { description: 'None' } } },
  },
}

/** Returns the findings about creations on a server that adds its owner to these lists. */
async function creates(lists: readonly string[]): Promise<readonly string[]> {
  let made: object = {}
  const answer = ({ method }: Request, text: string): Response => {
    if (method === 'GET') return Response.json(made)
    const { access } = JSON.parse(text)
    for (const list of lists) access[list].push('owner')
    made = { id: 'shelf-1', access }
    return Response.json(made, { status: 201 })
  }
  return outcomes(await described(paths), { answer, rules: ['lifecycle'] })
}

test('what an object lost is told by the only part that was not kept', async () => {
  expect(await creates(['write'])).toContainEqual(
    expect.stringMatching(
      /^lifecycle create: "access\.write" as sent, in the response: \["[^"]+"\] \| \["[^"]+","owner"\]$/,
    ),
  )
})

test('where several parts were not kept, the whole is told', async () => {
  expect(await creates(['read', 'write'])).toContainEqual(
    expect.stringMatching(/^lifecycle create: "access" as sent, in the response: \{"read"/),
  )
})
