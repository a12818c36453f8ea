import { type Answering, type Fetch, withAnswering } from './answers/answering.ts'
import { toResponse } from './answers/write-response.ts'
import { Fetched } from './incoming/fetched.ts'
import type { Incoming } from './incoming/incoming.ts'

/**
 * Makes a function of the web platform of code in front of an App. `serve`, `nodeHandler` and
 * `fastifyPlugin` use the shorter entry.
 */
export function toFetch(answer: Answering): Fetch {
  return withAnswering(async (request: Request) => toResponse(await answer(new Fetched(request))), answer)
}

/** A `Request` for that door. */
export function toIncoming(request: Request): Incoming {
  return new Fetched(request)
}
