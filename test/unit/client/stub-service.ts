/** A response of the stub, or an error that `fetch` throws. */
export type Step = Response | Error | ((request: Request) => Response | Promise<Response>)

/** A `fetch` that responds from a list, in order, and keeps the requests. */
export interface StubService {
  readonly fetch: (request: Request) => Promise<Response>
  readonly requests: Request[]
}

/** Creates a stub; a request beyond the end of the list is a mistake in the test. */
export function stubService(...steps: readonly Step[]): StubService {
  const requests: Request[] = []
  return {
    requests,
    fetch: async (request) => {
      const step = steps[requests.length]
      requests.push(request)
      if (step === undefined) throw new Error(`The stub has no answer for request ${requests.length}.`)
      if (step instanceof Error) throw step
      return typeof step === 'function' ? step(request) : step
    },
  }
}

/** A JSON answer. */
export function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init)
}
