import type { KindName } from '../kinds/kinds.ts'

/** Finding of a comparison in one place. */
export interface Found {
  readonly kind: KindName
  /** The part that changed, as people call it: "Pet.name", "query parameter limit". */
  readonly label: string
  readonly was?: string
  readonly is?: string
  /** JSON Pointers in the two bundled documents; absent where the part does not exist. */
  readonly old?: string
  readonly new?: string
}

/** One change between two documents. */
export interface Change extends Found {
  /**
   * operationIds of all operations that it reaches, in document order; none for statements of the whole
   * document.
   */
  readonly operations: readonly string[]
}

/** Findings in one place and, by way of references, in others. */
export class Scope {
  readonly found: Found[] = []
  readonly #inner = new Set<Scope>()

  add(found: Found): void {
    this.found.push(found)
  }

  /** Includes what is found in another place. */
  include(scope: Scope): void {
    this.#inner.add(scope)
  }

  /** Itself and all that it includes: references lead in circles. */
  reached(): ReadonlySet<Scope> {
    const reached = new Set<Scope>([this])
    for (const scope of reached) for (const inner of scope.#inner) reached.add(inner)
    return reached
  }
}
