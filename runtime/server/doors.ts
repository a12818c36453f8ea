import { type Answering, type Fetch, withAnswering } from './answers/answering.ts'
import { toResponse } from './answers/write-response.ts'
import { Fetched } from './incoming/fetched.ts'
import type { Incoming } from './incoming/incoming.ts'

/**
 * Converts code in front of an App to a web-platform fetch function. `serve`, `nodeHandler` and
 * `fastifyPlugin` use the faster entry point.
 */
export function toFetch(answer: Answering): Fetch {
  return withAnswering(async (request: Request) => toResponse(await answer(new Fetched(request))), answer)
}

/** Converts a `Request` for code in front of an App. */
export function toIncoming(request: Request): Incoming {
  return new Fetched(request)
}
