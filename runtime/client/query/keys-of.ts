/** Returns a function that is true for the keys of these operations, as in SWR's `mutate(isPetsKey)`. */
export function keysOf(...operationIds: readonly string[]): (key: unknown) => boolean {
  return (key) => Array.isArray(key) && operationIds.includes(key[0])
}

/** A TanStack Query filter for the queries of several operations, as in `invalidateQueries(petsQueries)`. */
export interface QueryFilter {
  readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean
}

/** Creates a filter for these operations. */
export function queriesOf(...operationIds: readonly string[]): QueryFilter {
  const isKey = keysOf(...operationIds)
  return { predicate: ({ queryKey }) => isKey(queryKey) }
}
