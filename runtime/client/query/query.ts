import type { CallOptions, Client, OperationRequest } from '../call/call.ts'
import type { Operation } from '../operations/define-operation.ts'
import type { Mutation, Query } from './query-types.ts'

/** An operation as this module calls it, without the declared types of its requests and responses. */
export type Called = Pick<Operation<OperationRequest, never>, 'descriptor'> &
  ((client: Client, request: OperationRequest, options: CallOptions<never>) => Promise<unknown>)

/**
 * The part of an operation that a query needs. It excludes the types of failures, whose unions TypeScript
 * would have to compare as a whole.
 */
export type Asked<Req, Res> = Pick<Operation<Req, Res>, 'descriptor' | 'result'>

/**
 * Creates the options for an operation's queries.
 * @typeParam Res declared responses. For a list, TypeScript would infer the responses of its `result`, which
 * include headers.
 */
export function query<Req, Res, Key>(operation: Asked<NoInfer<Req>, NoInfer<Res>>): Query<Req, Res, Key> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const make = (client: Client, request: OperationRequest = {}) => ({
    queryKey: [operationId, requestInKey(request)],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      (await call(client, request, { signal })) ?? null,
  })
  return Object.assign(make, { key: [operationId] as const }) as unknown as Query<Req, Res, Key>
}

/**
 * Converts a request for use in a key. TanStack Query compares keys as JSON, which has no bigint, and also
 * member by member, which would make all Dates equal.
 */
export function requestInKey(request: OperationRequest): object {
  return JSON.parse(
    JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

/** Creates the options for an operation's mutations, with the declared types. @see query */
export function mutation<Req, Res>(operation: Asked<NoInfer<Req>, NoInfer<Res>>): Mutation<Req, Res> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const make = (client: Client) => ({
    mutationKey: [operationId],
    mutationFn: (request: OperationRequest | undefined) => call(client, request ?? {}, {}),
  })
  return make as unknown as Mutation<Req, Res>
}
