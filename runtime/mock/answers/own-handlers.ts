import type { OperationDescriptor } from '@concordat/runtime/server'
import type { HandlerAnswer } from './outcomes/granted.ts'

/** A handler's request: parsed, and valid unless validation is off. */
export interface MockRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  readonly cookie: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface MockHandlerContext {
  readonly request: Request
  readonly operation: OperationDescriptor
  /** The mock's own answer, for a handler that changes it or adds side effects. */
  readonly answer: () => HandlerAnswer
}

type Answered = HandlerAnswer | undefined

/** Answers requests of one operation instead of the mock; `undefined` leaves the answer to the mock. */
export type MockHandler = (request: MockRequest, context: MockHandlerContext) => Answered | Promise<Answered>

/** Handlers by operation: by operationId, or by name in generated code. */
export type MockHandlers = Readonly<Record<string, MockHandler>>

/** The handler of an operation; `undefined` if there is none. */
export function ownMockHandler(
  handlers: MockHandlers,
  { operationId, name = operationId }: OperationDescriptor,
): MockHandler | undefined {
  const found = [operationId, name].find((key) => Object.hasOwn(handlers, key))
  return found === undefined ? undefined : handlers[found]
}
