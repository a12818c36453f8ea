import { HttpProblem } from '@concordat/runtime/server'
import { describe, expect, test } from 'vitest'
import { appOf, documentOf, type Handlers } from './echo-app.ts'

const document = documentOf(
  [
    { path: '/open' },
    { path: '/secured', security: [{ key: [] }] },
    { path: '/kept', security: [{}, { key: [] }] },
    { path: '/refused', security: [{ key: [] }] },
    { path: '/none', security: [{}] },
  ],
  { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
)
const handlers = {
  operation0: () => ({ status: 200, body: 'a' }),
  operation1: () => ({ status: 204 }),
  operation2: () => ({ status: 200, body: 'a', headers: { 'Cache-Control': 'private, max-age=60' } }),
  operation3: () => {
    throw new HttpProblem({ kind: 'conflict' })
  },
  operation4: () => ({ status: 200, body: 'a', headers: { 'X-Content-Type-Options': 'own' } }),
} as unknown as Handlers

async function headersOf(path: string, { noStore, key }: { noStore?: boolean; key?: string } = {}) {
  const app = appOf(document, {
    handlers,
    authenticate: async () => ({ principal: 1, scopes: [] }),
    ...(noStore !== undefined && { noStore }),
  })
  const headers = { authorization: `Bearer ${key}` }
  const answer = await app(new Request(`http://host${path}`, key === undefined ? {} : { headers }))
  return [answer.headers.get('x-content-type-options'), answer.headers.get('cache-control')]
}

describe('headers that answers have without their handlers', () => {
  test('browsers are told not to guess media types, also of what no operation answers', async () => {
    for (const path of ['/open', '/secured', '/refused', '/nowhere'])
      expect(await headersOf(path, { key: 'k' }), path).toEqual(['nosniff', null])
    expect(await headersOf('/none')).toEqual(['own', null])
  })

  test('what credentials open is stored by nobody where the service wants so, but for what a handler says', async () => {
    const noStore = true
    expect(await headersOf('/open', { noStore })).toEqual(['nosniff', null])
    expect(await headersOf('/none', { noStore })).toEqual(['own', null])
    expect(await headersOf('/secured', { noStore, key: 'k' })).toEqual(['nosniff', 'no-store'])
    expect(await headersOf('/secured', { noStore })).toEqual(['nosniff', 'no-store'])
    expect(await headersOf('/refused', { noStore, key: 'k' })).toEqual(['nosniff', 'no-store'])
    expect(await headersOf('/kept', { noStore })).toEqual(['nosniff', 'private, max-age=60'])
  })
})
