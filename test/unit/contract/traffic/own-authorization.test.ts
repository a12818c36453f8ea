import { expect, test } from 'vitest'
import { answers, described } from '../support/described.ts'
import { outcomes } from '../support/small-service.ts'

test('requests without a credential omit an Authorization header of the run', async () => {
  const document = await described(
    {
      '/boats': {
        get: {
          operationId: 'listBoats',
          security: [{ token: [] }],
          responses: { ...answers({ type: 'array' }), 401: { description: 'No token.' } },
        },
      },
    },
    { components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Token' } } } },
  )
  const seen = new Set<string>()
  const answer = ({ headers }: Request): Response => {
    seen.add(`${headers.get('authorization')} ${headers.get('x-region')}`)
    return headers.get('authorization') === 'Token abc'
      ? Response.json([])
      : new Response(null, { status: 401, headers: { 'www-authenticate': 'Token' } })
  }
  const headers = { Authorization: 'Token abc', 'X-Region': 'north' }
  const lines = await outcomes(document, { answer, headers, rules: ['authentication', 'conformance'] })
  expect(lines.join()).not.toContain('without a credential')
  expect(lines).toContain('conformance listBoats: passed')
  expect([...seen]).toEqual(expect.arrayContaining(['Token abc north', 'null north']))
  expect([...seen].filter((line) => !line.endsWith(' north'))).toEqual([])
})
