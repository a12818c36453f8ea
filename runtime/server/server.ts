/** The package entry `@concordat/runtime/server`: what generated servers and their users import. */

export type * from '../http/operation.ts'
export type * from '../http/status.ts'
export type * from './app-options.ts'
export { type BodyLimits, DEFAULT_BODY_LIMITS } from './body-limits.ts'
export type * from './cors.ts'
export { createApp } from './create-app.ts'
export { createWebhooks, type WebhookAttempt, type WebhookOptions } from './create-webhooks.ts'
export type * from './handler.ts'
export {
  HttpProblem,
  type ProblemDetails,
  type ProblemKind,
  problemKinds,
  type RequestIssue,
} from './problem.ts'
export { createRouter, type RouteMatch, type Router, type RouteTarget } from './router.ts'
export { takeMediaTypes } from './take-media-types.ts'
