/** The reference service's work so far, as counted by its `/metrics`. */
export interface ServiceCount {
  /** Requests to operations that it has handled, whatever the response status. */
  readonly requests: number
  /** Requests that got a status from 200 to 299. */
  readonly successes: number
  /** Seconds that it spent on all of them. */
  readonly serviceSeconds: number
}

/** @throws Error if the service does not publish any counts. */
export async function readServiceCount(url: string): Promise<ServiceCount> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const sum = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  if (!text.includes('# TYPE concordat_requests_total')) throw new Error(`${url}/metrics counts no requests.`)
  return {
    requests: sum(/^concordat_requests_total\{.*\} (\S+)$/gm),
    successes: sum(/^concordat_requests_total\{.*status="2\d\d".*\} (\S+)$/gm),
    serviceSeconds: sum(/^concordat_request_seconds_sum\{.*\} (\S+)$/gm),
  }
}

/** Returns the work done between two counts. */
export function countBetween(before: ServiceCount, after: ServiceCount): ServiceCount {
  return {
    requests: after.requests - before.requests,
    successes: after.successes - before.successes,
    serviceSeconds: after.serviceSeconds - before.serviceSeconds,
  }
}
