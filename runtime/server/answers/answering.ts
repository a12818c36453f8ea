import type { Incoming } from '../incoming/incoming.ts'
import type { WrittenAnswer } from './write-response.ts'

/** Answers a request whatever brought it, without a `Request` and a `Response` of the platform. That of an App neither throws nor rejects. */
export type Answering = (incoming: Incoming) => WrittenAnswer | Promise<WrittenAnswer>

const answering = Symbol('answering')

/** Gives a function of the web platform the shorter way to what it does. */
export function withAnswering<Fetch extends object>(fetch: Fetch, answer: Answering): Fetch {
  return Object.assign(fetch, { [answering]: answer })
}

/** The shorter way of an App; `undefined` for any other function. */
export function answeringOf(fetch: object): Answering | undefined {
  return answering in fetch ? (fetch[answering] as Answering) : undefined
}
