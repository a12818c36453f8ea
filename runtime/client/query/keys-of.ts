/** True for a key of one of these operations: `mutate(isPetsKey)` of SWR. */
export function keysOf(...operationIds: readonly string[]): (key: unknown) => boolean {
  return (key) => Array.isArray(key) && operationIds.includes(key[0])
}

/** A filter for queries of several operations, for TanStack Query: `invalidateQueries(petsQueries)`. */
export interface QueryFilter {
  readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean
}

/** Creates a filter for these operations. */
export function queriesOf(...operationIds: readonly string[]): QueryFilter {
  const isKey = keysOf(...operationIds)
  return { predicate: ({ queryKey }) => isKey(queryKey) }
}
