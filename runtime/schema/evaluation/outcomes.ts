import type { Evaluated } from './evaluated.ts'
import type { Scope } from './scope.ts'

/** False where a schema does not allow a part of the value; where it does, what it evaluated of the part, if that was asked. */
export type Outcome = boolean | Evaluated

/**
 * What schemas that contain themselves have said of parts of one value. Alternatives, and keywords that judge the same part, ask for
 * it again at each level: without a memory the work would double with every level of the value.
 */
export class Outcomes {
  readonly #known = new Map<Scope, Map<object, Map<object, Outcome>>>()

  /** Those of one schema, by part. `$dynamicRef` leads elsewhere in another scope. */
  of(schema: object, scope: Scope): Map<object, Outcome> {
    const schemas = this.#known.get(scope) ?? new Map<object, Map<object, Outcome>>()
    this.#known.set(scope, schemas)
    const parts = schemas.get(schema) ?? new Map<object, Outcome>()
    schemas.set(schema, parts)
    return parts
  }
}
