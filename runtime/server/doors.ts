import { type Answering, answeringOf, withAnswering } from './answers/answering.ts'
import { toResponse, toWritten } from './answers/write-response.ts'
import { Fetched } from './incoming/fetched.ts'
import type { Incoming } from './incoming/incoming.ts'

type Fetch = (request: Request) => Promise<Response>

/**
 * The door of an App at which neither a `Request` nor a `Response` is made, for what stands before it: logs, pages of one's own, another
 * App. Of any other function of the web platform the answer is read.
 */
export function toAnswering(fetch: Fetch): Answering {
  return answeringOf(fetch) ?? (async ({ request }) => toWritten(await fetch(request)))
}

/** Makes a function of the web platform of what stands before an App. `serve`, `nodeHandler` and `fastifyPlugin` go through the shorter door. */
export function toFetch(answer: Answering): Fetch {
  return withAnswering(async (request: Request) => toResponse(await answer(new Fetched(request))), answer)
}

/** A `Request` for that door. */
export function toIncoming(request: Request): Incoming {
  return new Fetched(request)
}
