import type { Code } from '../../emit/print/code.ts'

export type QueryKind = 'query' | 'infiniteQuery' | 'mutation'

/** Names and types of a query library. `emitQuery` decides what each operation is. */
export interface QueryLibrary {
  /** Runtime module that implements it. */
  readonly module: string
  /** Name suffixes, and the function for each kind; its type has the same name, capitalised. */
  readonly kinds: Readonly<Record<QueryKind, { readonly suffix: string; readonly make: string }>>
  /** Function that selects the queries of a tag: "petsQueries". */
  readonly tags: {
    readonly suffix: string
    readonly make: string
    readonly type: Code
    readonly means: string
  }
  /** Type of a key that carries the type of its data; none if keys have no data type. */
  keyOf(kind: QueryKind, response: Code): readonly Code[]
}
