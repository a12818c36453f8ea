import type { Answer, Call, CallOptions, Client, OperationRequest, Parts } from '../call/call.ts'
import { type ClientOperation, isDocumentedStatus } from '../call/client-operation.ts'
import { ApiError } from '../errors/errors.ts'
import { exchangeCall } from '../sending/exchange.ts'
import type { DocumentedError, PlainCall, Result, SuccessBody, SuccessMediaType } from './operation-types.ts'
import type { RequestArgument } from './request-argument.ts'

/**
 * A call's arguments after the client. The request is optional if the operation requires none of its members.
 */
export type Arguments<Req, MediaType extends string> = [
  ...RequestArgument<Req>,
  options?: CallOptions<MediaType>,
]

/**
 * One operation as a function. It returns the body of the documented success, as JSON if the document offers
 * it, or in the media type that the `accept` option specifies. The call signature itself has no comment,
 * because editors would show that comment instead of the operation's own.
 * @typeParam First the arguments before the request: the client, or none once it is bound.
 * @throws ApiError for any other response; NetworkError, TimeoutError, ParseError, MediaTypeError or
 * SerializationError; or the reason of the caller's own signal.
 */
export interface Operation<Req, Res, First extends readonly unknown[] = [client: Client]> {
  <Accept extends SuccessMediaType<Res> | PlainCall = never>(
    ...call: [...First, ...Arguments<Req, Accept>]
  ): Promise<SuccessBody<Res, Accept>>
  /**
   * Returns a response with any documented status and media type; `mediaType` is the one received. An
   * undocumented status throws an ApiError. JSON is preferred, and the `accept` option requests only one
   * media type.
   */
  result(...call: [...First, ...Arguments<Req, SuccessMediaType<Res>>]): Promise<Result<Res>>
  /**
   * True for a documented failure of this operation. If the document declares no failures, true for any
   * response other than a documented success.
   */
  isError(error: unknown): error is DocumentedError<Res>
  readonly descriptor: ClientOperation
}

/** A list operation, whose pages can be walked. Pages are requested as JSON if the document offers it. */
export interface ListOperation<Req, Res, Item, First extends readonly unknown[] = [client: Client]>
  extends Operation<Req, Res, First> {
  /** Yields every item on every page. Each page is requested when it is reached. */
  items(...call: [...First, ...Arguments<Req, never>]): AsyncGenerator<Item, void, undefined>
  /** Yields the documented success body of the first page, and of every further page that has items. */
  pages(...call: [...First, ...Arguments<Req, never>]): AsyncGenerator<SuccessBody<Res>, void, undefined>
}

type CallArguments = readonly [client: Client, request?: OperationRequest, options?: CallOptions<string>]

/**
 * Creates the function for one operation. It keeps no state, so bundlers can drop operations that nobody
 * calls.
 * @param bound the client, if the functions are bound to it and do not have it as an argument.
 * @typeParam Op an `Operation` or `ListOperation`. It has no constraint, so that TypeScript infers it from
 * the declaration and need not compare the members of thousands of operations with those of their
 * declarations.
 */
export function defineOperation<Op>(descriptor: ClientOperation, parts: Parts = {}, bound?: Client): Op {
  const { accept = 'application/json', acceptAny = accept, operationId, statuses } = descriptor
  const prepare = (args: readonly unknown[], asked = accept): Call => {
    const [client, request = {}, options = {}] = (bound ? [bound, ...args] : args) as CallArguments
    return {
      client,
      operation: descriptor,
      parts,
      request: parts.formats?.send(request) ?? request,
      options,
      accept: options.accept ?? asked,
    }
  }
  const run = async (...args: readonly unknown[]): Promise<unknown> => {
    const call = prepare(args)
    return successBody(call, await exchangeCall(call))
  }
  const operation = Object.assign(run, {
    descriptor,
    isError: (error: unknown): boolean =>
      error instanceof ApiError &&
      error.operationId === operationId &&
      (error.documented || !/(^| )[^2]/.test(statuses)),
    async result(...args: readonly unknown[]) {
      const answer = documented(descriptor, await exchangeCall(prepare(args, acceptAny)))
      const { context: _, url: _u, ...result } = answer
      return result
    },
    ...parts.list?.((...args) => prepare(args), successBody),
  })
  // The descriptor and the type parameters come from one model, but TypeScript cannot see that they agree.
  return operation as Op
}

/** @throws {ApiError} for an undocumented response, or if `isWanted` is false. */
function documented(operation: ClientOperation, answer: Answer, isWanted = true): Answer {
  const { context, status, body, headers } = answer
  const isKnown = isDocumentedStatus(operation.statuses, status)
  if (isKnown && isWanted) return answer
  throw new ApiError(context, { status, body, headers, documented: isKnown })
}

function successBody(call: Call, answer: Answer): unknown {
  const { status } = answer
  documented(call.operation, answer, status > 199 && status < 300)
  call.parts.check?.(call, answer)
  return answer.body
}
