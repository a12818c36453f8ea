import type { Code } from '../../emit/print/code.ts'

export type Kind = 'query' | 'infiniteQuery' | 'mutation'

/** Names and types of a library of queries. `emitQuery` decides which operation is what. */
export interface QueryLibrary {
  /** The module of the runtime that makes it. */
  readonly module: string
  /** Endings of names, and the function that makes what has them; its type has the same name, capitalised. */
  readonly kinds: Readonly<Record<Kind, { readonly suffix: string; readonly make: string }>>
  /** Function that finds the queries of a tag: "petsQueries". */
  readonly tags: {
    readonly suffix: string
    readonly make: string
    readonly type: Code
    readonly means: string
  }
  /** The type of a key that tells what its query holds; none where keys tell nothing. */
  keyOf(kind: Kind, response: Code): readonly Code[]
}
