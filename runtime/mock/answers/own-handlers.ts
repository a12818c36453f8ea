import type { HandlerAnswer, OperationDescriptor } from '@concordat/runtime/server'

/** The request passed to a handler: parsed, and valid unless validation is off. */
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
  /** Returns the mock's own response, for a handler that changes it or adds side effects. */
  readonly answer: () => HandlerAnswer
}

type Answered = HandlerAnswer | undefined

/** Responds to one operation's requests in place of the mock; `undefined` leaves the response to the mock. */
export type MockHandler = (request: MockRequest, context: MockHandlerContext) => Answered | Promise<Answered>

/** Handlers by operationId, or by the operation's name in generated code. */
export type MockHandlers = Readonly<Record<string, MockHandler>>

/** Returns an operation's handler; `undefined` if there is none. */
export function ownMockHandler(
  handlers: MockHandlers,
  { operationId, name = operationId }: OperationDescriptor,
): MockHandler | undefined {
  const found = [operationId, name].find((key) => Object.hasOwn(handlers, key))
  return found === undefined ? undefined : handlers[found]
}
