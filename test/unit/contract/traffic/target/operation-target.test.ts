import { runContract } from '@concordat/contract'
import { afterEach, expect, test } from 'vitest'
import { closeAll, listen } from '../../support/listen.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

afterEach(closeAll)

const read = (operationId: string) => ({
  ...{ operationId, method: 'GET', path: `/${operationId}`, security: [{ Key: [] }] },
  responses: { '200': {} },
})
const document = documentOf([read('plain'), read('special')], {
  securitySchemes: { Key: { type: 'http', scheme: 'bearer' } },
})

test('an operation may have a credential of its own, which no record shows', async () => {
  const keys: string[] = []
  const records: string[] = []
  await runContract({
    document,
    select: { rules: ['conformance'] },
    target: {
      baseUrl: 'http://small.test',
      credentials: { Key: 'usual-key' },
      operations: { special: { credentials: { Key: 'special-key' } } },
      fetch: async ({ url, headers }) => {
        keys.push(`${new URL(url).pathname} ${headers.get('authorization')}`)
        return new Response(null, { status: 200 })
      },
    },
    onRecord: (exchange) => records.push(JSON.stringify(exchange)),
  })
  expect(keys).toEqual(['/plain Bearer usual-key', '/special Bearer special-key'])
  expect(records.join('\n')).not.toContain('special-key')
})

test('an operation may have a time of its own', async () => {
  const baseUrl = await listen(({ url }, response) => {
    if (url === '/plain') response.writeHead(200).end()
  })
  const lines = await outcomes(document, {
    ...{ baseUrl, rules: ['conformance'], timeoutMs: 60_000, credentials: { Key: 'k' } },
    operations: { special: { timeoutMs: 50 } },
  })
  expect(lines[1]).toBe('conformance special: a response | no response: it timed out after 50 ms')
})

test('operations may have a rate of their own', async () => {
  const times: Record<string, number[]> = { '/plain': [], '/special': [] }
  const report = await runContract({
    document,
    select: { rules: ['conformance', 'authentication'] },
    target: {
      baseUrl: 'http://small.test',
      credentials: { Key: 'usual-key' },
      operations: { special: { rate: 40 } },
      fetch: async ({ url, headers }) => {
        times[new URL(url).pathname]?.push(performance.now())
        const status = headers.get('authorization') === 'Bearer usual-key' ? 200 : 401
        return new Response(null, { status, headers: { 'www-authenticate': 'Bearer' } })
      },
    },
  })
  const span = (path: string): number => {
    const all = times[path] ?? []
    return ((all.at(-1) ?? 0) - (all[0] ?? 0)) / (all.length - 1)
  }
  expect(report.requests).toBeGreaterThan(6)
  expect(span('/special')).toBeGreaterThanOrEqual(20)
})
