export type * from '../http/operation.ts'
export type * from '../http/status.ts'
export type * from './app-options.ts'
export { createApp } from './create-app.ts'
export type * from './handler.ts'
export {
  HttpProblem,
  type ProblemDetails,
  type ProblemKind,
  problemKinds,
  type RequestIssue,
} from './problem.ts'
