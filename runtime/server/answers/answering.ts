import type { Incoming } from '../incoming/incoming.ts'
import { toWrittenAnswer, type WrittenAnswer } from './write-response.ts'

/**
 * Answers a request from any source, without the platform's `Request` and `Response`. An App's function
 * neither throws nor rejects.
 */
export type Answering = (incoming: Incoming) => WrittenAnswer | Promise<WrittenAnswer>

const answering = Symbol('answering')

/** A fetch function of the web platform. */
export type Fetch = (request: Request) => Promise<Response>

/** Attaches the faster entry point, which needs no `Request` or `Response`, to a fetch function. */
export function withAnswering(fetch: Fetch, answer: Answering): Fetch {
  return Object.assign(fetch, { [answering]: answer })
}

/**
 * Returns the entry point of an App, for code in front of it such as logging, extra pages or another App. It
 * creates neither a `Request` nor a `Response`. Any other fetch function gets a `Request`, and its response
 * is converted.
 */
export function toAnswering(fetch: Fetch): Answering {
  if (answering in fetch) return fetch[answering] as Answering
  return async ({ plainRequest }) => toWrittenAnswer(await fetch(plainRequest))
}
