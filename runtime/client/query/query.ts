import type { CallOptions, Client, OperationRequest } from '../call/call.ts'
import type { Operation } from '../operations/define-operation.ts'
import type { Mutation, Query } from './query-types.ts'

/** An operation as this module calls it: types of requests and responses are the declared ones. */
export type Called = Pick<Operation<OperationRequest, never>, 'descriptor'> &
  ((client: Client, request: OperationRequest, options: CallOptions<never>) => Promise<unknown>)

/**
 * Part of an operation that a query needs. It leaves out what tells failures apart: unions of responses would
 * be compared as one.
 */
export type Asked<Req, Res> = Pick<Operation<Req, Res>, 'descriptor' | 'result'>

/**
 * Makes the options of an operation's queries.
 * @typeParam Res declared responses: a list would give those of its `result`, which have headers too.
 */
export function query<Req, Res, Key>(operation: Asked<NoInfer<Req>, NoInfer<Res>>): Query<Req, Res, Key> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const make = (client: Client, request: OperationRequest = {}) => ({
    queryKey: [operationId, inKey(request)],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      (await call(client, request, { signal })) ?? null,
  })
  return Object.assign(make, { key: [operationId] as const }) as unknown as Query<Req, Res, Key>
}

/**
 * A request in a key: TanStack Query compares keys as JSON, which has no bigint, and member by member, and a
 * Date has no members.
 */
export function inKey(request: OperationRequest): object {
  return JSON.parse(
    JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

/** Makes the options of an operation's mutations; the types are those that are declared. @see query */
export function mutation<Req, Res>(operation: Asked<NoInfer<Req>, NoInfer<Res>>): Mutation<Req, Res> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const make = (client: Client) => ({
    mutationKey: [operationId],
    mutationFn: (request: OperationRequest | undefined) => call(client, request ?? {}, {}),
  })
  return make as unknown as Mutation<Req, Res>
}
