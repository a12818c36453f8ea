/** The entry point of `@concordat/runtime/server`, for generated servers and their users. */

export type * from '../http/operation.ts'
export type * from '../http/status.ts'
export { type Answering, toAnswering } from './answers/answering.ts'
export type { HandlerAnswer, WrittenAnswer } from './answers/write-response.ts'
export { type BodyLimits, DEFAULT_BODY_LIMITS } from './bodies/body-limits.ts'
export { takeMediaTypes } from './bodies/take-media-types.ts'
export { createApp } from './create-app.ts'
export { createWebhooks, type WebhookAttempt, type WebhookOptions } from './create-webhooks.ts'
export { toFetch, toIncoming } from './doors.ts'
export type { Incoming } from './incoming/incoming.ts'
export type * from './options/app-options.ts'
export type * from './options/handler.ts'
export {
  HttpProblem,
  type ProblemDetails,
  type ProblemKind,
  problemKinds,
  type RequestIssue,
} from './problems/problem.ts'
export { createRouteChoice, type RouteChoice } from './requests/route-choice.ts'
export type * from './routing/cors.ts'
export { createRouter, type RouteMatch, type Router, type RouteTarget } from './routing/router.ts'
