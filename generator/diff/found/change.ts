import type { ChangeKindName } from '../kinds/kinds.ts'

/** A change found at one location. */
export interface FoundChange {
  readonly kind: ChangeKindName
  /** Name of the changed part, as shown to users: "Pet.name", "query parameter limit". */
  readonly label: string
  readonly was?: string
  readonly is?: string
  /**
   * JSON Pointer into the old bundled document; absent if that document lacks the part. `new` points into the
   * new document.
   */
  readonly old?: string
  readonly new?: string
}

/** One change between two documents. */
export interface Change extends FoundChange {
  /** operationIds of all affected operations; empty if the change affects the whole document. */
  readonly operations: readonly string[]
}

/** Changes found at one location, and those at locations to which it refers. */
export class ChangeScope {
  readonly found: FoundChange[] = []
  readonly #inner = new Set<ChangeScope>()

  add(found: FoundChange): void {
    this.found.push(found)
  }

  /** Adds the changes found at another location. */
  include(scope: ChangeScope): void {
    this.#inner.add(scope)
  }

  /** This scope and all scopes that it includes, directly or indirectly. Scopes can include each other. */
  reached(): ReadonlySet<ChangeScope> {
    const reached = new Set<ChangeScope>([this])
    for (const scope of reached) for (const inner of scope.#inner) reached.add(inner)
    return reached
  }
}
