import type { Code } from '../../emit/print/code.ts'

export type QueryKind = 'query' | 'infiniteQuery' | 'mutation'

/** Names and types in a query library. `emitQuery` decides the kind of each operation. */
export interface QueryLibrary {
  /** The runtime module that implements the library. */
  readonly module: string
  /** Name suffix and function for each kind. The kind's type has the function's name, capitalized. */
  readonly kinds: Readonly<Record<QueryKind, { readonly suffix: string; readonly make: string }>>
  /** Function that selects a tag's queries, such as "petsQueries". */
  readonly tags: {
    readonly suffix: string
    readonly make: string
    readonly type: Code
    readonly means: string
  }
  /** Type of a key that includes the type of its data; empty if keys have no data type. */
  keyOf(kind: QueryKind, response: Code): readonly Code[]
}
