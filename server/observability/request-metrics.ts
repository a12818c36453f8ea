import { Counter, Histogram, type Metric } from './metrics.ts'
import type { RouteNames } from './named-routes.ts'
import type { Answer } from './request-log.ts'

/** Counts and times of the requests that a process has answered. */
export interface RequestMetrics {
  readonly answer: Answer
  read(): readonly Metric[]
}

/** Seconds: from a read by id to the time limit of a request. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts and times the requests of an application, by operation. */
export function measureRequests(answer: Answer, routeOf: RouteNames): RequestMetrics {
  const requests = new Counter()
  const seconds = new Histogram('operation', durations)
  let open = 0
  return {
    async answer(request) {
      const { operationId: operation } = routeOf(request)
      const start = performance.now()
      open += 1
      try {
        const response = await answer(request)
        requests.add({ operation, status: String(response.status) })
        return response
      } finally {
        open -= 1
        seconds.observe(operation, (performance.now() - start) / 1000)
      }
    },
    read: () => [
      {
        name: 'concordat_requests_total',
        help: 'Requests by operation and status.',
        type: 'counter',
        samples: requests.samples(),
      },
      {
        name: 'concordat_request_seconds',
        help: 'Time until the head of an answer.',
        type: 'histogram',
        samples: seconds.samples(),
      },
      {
        name: 'concordat_requests_open',
        help: 'Requests that are being answered.',
        type: 'gauge',
        samples: [{ value: open }],
      },
    ],
  }
}
