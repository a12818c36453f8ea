import type { Answering } from '@concordat/runtime/server'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { RouteNames } from './named-routes.ts'

/**
 * Duration buckets in seconds, from the duration of a read by id up to the default time limit for a request.
 */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts and times an application's requests, by operation. */
export function measureRequests(
  answer: Answering,
  { routeOf, registry }: { readonly routeOf: RouteNames; readonly registry: Registry },
): Answering {
  const metrics = new RequestMetrics(registry)
  return async (incoming) => {
    const end = metrics.begin(routeOf(incoming).operationId)
    let status: number | undefined
    try {
      const written = await answer(incoming)
      status = written.status
      return written
    } finally {
      end(status)
    }
  }
}

class RequestMetrics {
  readonly #requests: Counter
  readonly #seconds: Histogram
  #open = 0
  // Metrics with their labels, by operation, and by operation and status. They are cached, because there are
  // few of them and looking up labels costs more than counting.
  readonly #timed = new Map<string, Histogram.Internal<'operation'>>()
  readonly #counted = new Map<string, Counter.Internal>()

  constructor(registry: Registry) {
    const registers = [registry]
    this.#requests = new Counter({
      name: 'concordat_requests_total',
      help: 'Requests, by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'concordat_request_seconds',
      help: 'Time until the response headers are sent.',
      labelNames: ['operation'],
      buckets: durations,
      registers,
    })
    const open = () => this.#open
    new Gauge({
      name: 'concordat_requests_open',
      help: 'Requests in progress.',
      registers,
      collect() {
        this.set(open())
      },
    })
  }

  /** @returns the function to call at the end, with the response's status if there is one. */
  begin(operation: string): (status: number | undefined) => void {
    const timer = this.#timed.get(operation) ?? this.#seconds.labels({ operation })
    this.#timed.set(operation, timer)
    const start = performance.now()
    this.#open += 1
    return (status) => {
      if (status !== undefined) this.#count(operation, String(status))
      this.#open -= 1
      timer.observe((performance.now() - start) / 1000)
    }
  }

  #count(operation: string, status: string): void {
    const key = `${operation} ${status}`
    const counter = this.#counted.get(key) ?? this.#requests.labels({ operation, status })
    this.#counted.set(key, counter)
    counter.inc()
  }
}
