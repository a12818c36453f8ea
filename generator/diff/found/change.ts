import type { KindName } from '../kinds/kinds.ts'

/** A finding in one place. */
export interface Found {
  readonly kind: KindName
  /** Name of the changed part for people: "Pet.name", "query parameter limit". */
  readonly label: string
  readonly was?: string
  readonly is?: string
  /** JSON Pointers in the two bundled documents; absent if the part does not exist there. */
  readonly old?: string
  readonly new?: string
}

/** One change between two documents. */
export interface Change extends Found {
  /** operationIds of all affected operations, in document order; none for the whole document. */
  readonly operations: readonly string[]
}

/** Findings in one place, and through references in others. */
export class Scope {
  readonly found: Found[] = []
  readonly #inner = new Set<Scope>()

  add(found: Found): void {
    this.found.push(found)
  }

  /** Adds the findings of another place. */
  include(scope: Scope): void {
    this.#inner.add(scope)
  }

  /** This scope and all that it includes, which may be circular. */
  reached(): ReadonlySet<Scope> {
    const reached = new Set<Scope>([this])
    for (const scope of reached) for (const inner of scope.#inner) reached.add(inner)
    return reached
  }
}
