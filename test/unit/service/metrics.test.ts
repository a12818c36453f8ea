import { expect, test } from 'vitest'
import { isUnavailable } from '../../../server/database/unavailable.ts'
import { Counter, Histogram, writeMetrics } from '../../../server/observability/metrics.ts'

test('buckets count all values up to their bound, and the last one every value', () => {
  const histogram = new Histogram('operation', [0.1, 1])
  for (const seconds of [0.05, 0.1, 0.5, 7]) histogram.observe('list', seconds)
  const text = writeMetrics([
    { name: 'seconds', help: 'Time.', type: 'histogram', samples: histogram.samples() },
  ])
  expect(text).toBe(`# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{operation="list",le="0.1"} 2
seconds_bucket{operation="list",le="1"} 3
seconds_bucket{operation="list",le="+Inf"} 4
seconds_sum{operation="list"} 7.65
seconds_count{operation="list"} 4
`)
})

test('a counter has one series for each set of labels, and no label breaks its line', () => {
  const counter = new Counter()
  counter.add({ name: 'a"b\\c\nd' })
  counter.add({ name: 'plain' })
  counter.add({ name: 'plain' })
  const text = writeMetrics([
    { name: 'things_total', help: 'Things.', type: 'counter', samples: counter.samples() },
  ])
  expect(text.split('\n').slice(2)).toEqual([
    'things_total{name="a\\"b\\\\c\\nd"} 1',
    'things_total{name="plain"} 2',
    '',
  ])
})

test('only what says that the database is away counts as unavailable', () => {
  const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall })
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isUnavailable(withCode('ECONNREFUSED', 'connect'))).toBe(true)
  expect(isUnavailable(new AggregateError([withCode('ECONNREFUSED', 'connect')]))).toBe(true)
  expect(isUnavailable(withCode('ENOENT', 'open'))).toBe(false)
  expect(isUnavailable(new AggregateError([new Error('x')]))).toBe(false)
  expect(isUnavailable(new TypeError('fetch failed'))).toBe(false)
  expect(isUnavailable('x')).toBe(false)
  expect(isUnavailable(undefined)).toBe(false)
})
