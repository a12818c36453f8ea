/** True for a key of one of these operations: `mutate(isPetsKey)` of SWR. */
export function keysOf(...operationIds: readonly string[]): (key: unknown) => boolean {
  return (key) => Array.isArray(key) && operationIds.includes(key[0])
}

/** The queries of several operations, as TanStack Query takes them: `invalidateQueries(petsQueries)`. */
export interface QueryFilter {
  readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean
}

/** Makes the filter of these operations. */
export function queriesOf(...operationIds: readonly string[]): QueryFilter {
  const isKey = keysOf(...operationIds)
  return { predicate: ({ queryKey }) => isKey(queryKey) }
}
