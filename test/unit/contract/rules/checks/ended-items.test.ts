import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const query = { type: 'object', properties: { id: { type: 'string' } } }

/** Returns the lines about a read of running queries, of which none can be read. */
async function told(isListed: (time: number) => boolean): Promise<readonly string[]> {
  const document = await described({
    '/queries': { get: { operationId: 'list', responses: answers({ type: 'array', items: query }) } },
    '/queries/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { ...answers(query), 404: { description: 'None.' } } },
    },
  })
  let time = 0
  const lines = await outcomes(document, {
    rules: ['conformance/success'],
    answer: ({ url }) => {
      if (!url.endsWith('/queries')) return new Response(null, { status: 404 })
      return Response.json(isListed(++time) ? [{ id: 'q-1' }] : [{ id: `q-${time}` }])
    },
  })
  return lines.filter((line) => line.startsWith('conformance read'))
}

test('an item of others that ended by itself may be absent, and one that is still listed may not', async () => {
  expect(await told(() => true)).toEqual(['conformance read: status 200 | status 404'])
  expect((await told(() => false)).join()).toContain('not run, because ')
})
