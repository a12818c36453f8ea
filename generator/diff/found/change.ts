import type { KindName } from '../kinds/kinds.ts'

/** A finding in one place. */
export interface FoundChange {
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
export interface Change extends FoundChange {
  /** operationIds of all affected operations, in document order; none for the whole document. */
  readonly operations: readonly string[]
}

/** Findings in one place, and through references in others. */
export class ChangeScope {
  readonly found: FoundChange[] = []
  readonly #inner = new Set<ChangeScope>()

  add(found: FoundChange): void {
    this.found.push(found)
  }

  /** Adds the findings from another place. */
  include(scope: ChangeScope): void {
    this.#inner.add(scope)
  }

  /** This scope and all that it includes, which may be circular. */
  reached(): ReadonlySet<ChangeScope> {
    const reached = new Set<ChangeScope>([this])
    for (const scope of reached) for (const inner of scope.#inner) reached.add(inner)
    return reached
  }
}
