import type { Answering } from '@concordat/runtime/server'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { RouteNames } from './named-routes.ts'

/** Seconds: from a read by id to the time limit of a request. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts and times the requests of an application, by operation. */
export function measureRequests(
  answer: Answering,
  { routeOf, registry }: { readonly routeOf: RouteNames; readonly registry: Registry },
): Answering {
  const registers = [registry]
  const requests = new Counter({
    name: 'concordat_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'concordat_request_seconds',
    help: 'Time until the head of an answer.',
    labelNames: ['operation'],
    buckets: durations,
    registers,
  })
  let open = 0
  new Gauge({
    name: 'concordat_requests_open',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(open)
    },
  })
  // Operations and statuses are few, and to find the place of labels costs more than to count.
  const timed = new Map<string, Histogram.Internal<'operation'>>()
  const counted = new Map<string, Counter.Internal>()
  const count = (operation: string, status: string): void => {
    const key = `${operation} ${status}`
    const counter = counted.get(key) ?? requests.labels({ operation, status })
    counted.set(key, counter)
    counter.inc()
  }
  return async (incoming) => {
    const { operationId: operation } = routeOf(incoming)
    const timer = timed.get(operation) ?? seconds.labels({ operation })
    timed.set(operation, timer)
    const start = performance.now()
    open += 1
    try {
      const written = await answer(incoming)
      count(operation, String(written.status))
      return written
    } finally {
      open -= 1
      timer.observe((performance.now() - start) / 1000)
    }
  }
}
