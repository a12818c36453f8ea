import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../support/small-service.ts'

test.each([
  ['application/zip', []],
  ['application/octet-stream', []],
  ['text/plain', ['conformance download: application/octet-stream | text/plain']],
  ['application/json', ['conformance download: application/octet-stream | application/json']],
])('a file of the type %s', async (type, expected) => {
  const document = documentOf([
    {
      ...{ operationId: 'download', method: 'GET', path: '/backup' },
      responses: { 200: { content: { 'application/octet-stream': {} } } },
    },
  ])
  const answer = (): Response => new Response('PK..', { headers: { 'content-type': type } })
  const lines = await outcomes(document, { answer, rules: ['conformance/media-type'] })
  expect(lines.filter((line) => !line.endsWith('passed'))).toEqual(expected)
})
