import type { Incoming } from '@concordat/runtime/server'
import { toIncoming } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../server/database/unavailable.ts'
import { createMetricsRegistry } from '../../../server/observability/process-metrics.ts'
import { measureRequests } from '../../../server/observability/request-metrics.ts'

const asked = toIncoming(new Request('http://localhost/things'))

async function shownAfter(...statuses: readonly number[]): Promise<string> {
  const registry = createMetricsRegistry()
  const left = [...statuses]
  const answer = measureRequests(
    async () => {
      const status = left.shift() ?? 0
      if (status === 0) throw new Error('broken')
      return { status, headers: {}, body: null, mediaType: undefined }
    },
    { routeOf: (_: Incoming) => ({ operationId: 'list', path: '/things' }), registry },
  )
  for (const status of statuses) await Promise.resolve(answer(asked)).catch(() => expect(status).toBe(0))
  return await registry.metrics()
}

test('requests are counted by operation and status, and timed by operation', async () => {
  const text = await shownAfter(200, 200, 404)
  expect(text).toContain('# TYPE concordat_requests_total counter')
  expect(text).toContain('concordat_requests_total{operation="list",status="200"} 2')
  expect(text).toContain('concordat_requests_total{operation="list",status="404"} 1')
  expect(text).toContain('# TYPE concordat_request_seconds histogram')
  expect(text).toMatch(/^concordat_request_seconds_bucket\{le="\+Inf",operation="list"\} 3$/m)
  expect(text).toContain('concordat_request_seconds_count{operation="list"} 3')
})

test('a request that fails without an answer is timed, and open no more', async () => {
  const text = await shownAfter(0)
  expect(text).toContain('concordat_request_seconds_count{operation="list"} 1')
  expect(text).toContain('concordat_requests_open 0')
  expect(text).not.toContain('concordat_requests_total{')
})

test('only what says that the database is away counts as unavailable', () => {
  const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall })
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isDatabaseUnavailable(withCode('ECONNREFUSED', 'connect'))).toBe(true)
  expect(isDatabaseUnavailable(new AggregateError([withCode('ECONNREFUSED', 'connect')]))).toBe(true)
  expect(isDatabaseUnavailable(withCode('ENOENT', 'open'))).toBe(false)
  expect(isDatabaseUnavailable(new AggregateError([new Error('x')]))).toBe(false)
  expect(isDatabaseUnavailable(new TypeError('fetch failed'))).toBe(false)
  expect(isDatabaseUnavailable('x')).toBe(false)
  expect(isDatabaseUnavailable(undefined)).toBe(false)
})
