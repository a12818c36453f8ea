import { type ClientOperation, isDocumented, type OperationRequest } from './client-operation.ts'
import type { Call } from './compose.ts'
import type { CallOptions, Client } from './create-client.ts'
import { ApiError } from './errors.ts'
import { type Answer, exchange } from './exchange.ts'
import type { DocumentedError, Result, SuccessBody } from './operation-types.ts'
import { walkItems, walkPages } from './paginate.ts'

/** A call's arguments after the client. The request may be left out when the operation needs none of its members. */
export type Arguments<Req> =
  Record<never, never> extends Req
    ? [request?: Req, options?: CallOptions]
    : [request: Req, options?: CallOptions]

/** One operation as a function. */
export interface CallableOperation<Req, Res> {
  /**
   * Answers the body of the documented success.
   * @throws ApiError for any other answer; NetworkError, TimeoutError, ParseError, SerializationError; or the reason of
   *   the caller's own signal.
   */
  (client: Client, ...rest: Arguments<Req>): Promise<SuccessBody<Res>>
  /** Answers every documented status, `mediaType` being the one that came; an undocumented one throws an ApiError. */
  result(client: Client, ...rest: Arguments<Req>): Promise<Result<Res>>
  /** True for a documented failure of this operation. */
  isError(error: unknown): error is DocumentedError<Res>
  readonly descriptor: ClientOperation
}

/** What a list operation has besides. */
export interface ListOperation<Req, Res, Item> {
  /** Every item of every page, each page asked for when it is reached. */
  items(client: Client, ...rest: Arguments<Req>): AsyncGenerator<Item, void, undefined>
  /** The documented success body of every page. */
  pages(client: Client, ...rest: Arguments<Req>): AsyncGenerator<SuccessBody<Res>, void, undefined>
}

/** An operation; with an `Item`, one whose pages can be walked. */
export type Operation<Req, Res, Item = never> = CallableOperation<Req, Res> &
  ([Item] extends [never] ? unknown : ListOperation<Req, Res, Item>)

/** Makes the function of one operation. It keeps no state, so that bundlers drop what nobody calls. */
export function defineOperation<Req, Res, Item = never>(
  descriptor: ClientOperation,
): Operation<Req, Res, Item> {
  const prepare = (client: Client, request: OperationRequest = {}, options: CallOptions = {}): Call => ({
    client,
    operation: descriptor,
    request,
    options,
  })
  const run = async (...args: Parameters<typeof prepare>): Promise<unknown> =>
    successBody(descriptor, await exchange(prepare(...args)))
  const operation = Object.assign(run, {
    descriptor,
    isError: (error: unknown): boolean =>
      error instanceof ApiError && error.documented && error.operationId === descriptor.operationId,
    result: async (...args: Parameters<typeof prepare>): Promise<unknown> =>
      toResult(descriptor, await exchange(prepare(...args))),
    ...(descriptor.pages && {
      pages: (...args: Parameters<typeof prepare>) => walkPages(prepare(...args), successBody),
      items: (...args: Parameters<typeof prepare>) => walkItems(prepare(...args), successBody),
    }),
  })
  // The descriptor and the type parameters are printed together from one model; TypeScript cannot see that they agree.
  return operation as unknown as Operation<Req, Res, Item>
}

function toError(descriptor: ClientOperation, { context, ...answer }: Answer): ApiError {
  return new ApiError(context, { ...answer, documented: isDocumented(descriptor.statuses, answer.status) })
}

function successBody(descriptor: ClientOperation, answer: Answer): unknown {
  const success =
    answer.status >= 200 && answer.status < 300 && isDocumented(descriptor.statuses, answer.status)
  if (success) return answer.body
  throw toError(descriptor, answer)
}

function toResult(descriptor: ClientOperation, answer: Answer): unknown {
  if (!isDocumented(descriptor.statuses, answer.status)) throw toError(descriptor, answer)
  const { status, body, headers, mediaType } = answer
  return { status, body, headers, mediaType }
}
