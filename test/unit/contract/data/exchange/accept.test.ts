import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

test.each([
  [['*/*'], 'application/json, */*;q=0.5'],
  [['text/csv', 'application/json'], 'application/json, */*;q=0.5'],
  [['text/csv'], 'text/csv, */*;q=0.5'],
  [[], '*/*'],
])('a response in %j is requested with Accept: %s', async (types, accept) => {
  const content = Object.fromEntries(types.map((type) => [type, {}]))
  const asked = new Set<string | null>()
  const read = { operationId: 'read', method: 'GET', path: '/notes', responses: { '200': { content } } }
  await outcomes(documentOf([read]), {
    rules: ['conformance'],
    answer({ headers }) {
      asked.add(headers.get('accept'))
      return Response.json([])
    },
  })
  expect([...asked]).toContain(accept)
})
