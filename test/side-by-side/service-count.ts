/** The work of the reference service so far, as it counts itself at `/metrics`. */
export interface ServiceCount {
  /** Requests to operations that it has answered, whatever their status. */
  readonly requests: number
  /** Those that it answered with a status from 200 to 299. */
  readonly successes: number
  /** Seconds that it worked on all of them. */
  readonly serviceSeconds: number
}

/** @throws Error when the service shows no counts. */
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

/** The work between two looks. */
export function countBetween(before: ServiceCount, after: ServiceCount): ServiceCount {
  return {
    requests: after.requests - before.requests,
    successes: after.successes - before.successes,
    serviceSeconds: after.serviceSeconds - before.serviceSeconds,
  }
}
