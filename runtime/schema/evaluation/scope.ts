import type { Resource } from '../document/reference.ts'

/**
 * The schema resources entered so far, innermost first, which `$dynamicRef` searches. The outermost resource
 * with the anchor is used, so entering a resource again changes nothing. The number of scopes is therefore
 * limited, and a result can be reused whenever the same scope occurs again.
 */
export class Scope {
  readonly resource: Resource
  readonly outer: Scope | undefined
  readonly #inner = new Map<Resource, Scope>()
  readonly #keys = new WeakMap<object, object>()

  constructor(resource: Resource, outer?: Scope) {
    this.resource = resource
    this.outer = outer
  }

  /**
   * The scope after entering a resource. This is the same scope if the resource, or an inline schema that
   * uses its definitions, has been entered before.
   */
  within(resource: Resource): Scope {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) {
      if (scope.resource === resource || scope.resource.outer === resource) return this
    }
    const inner = this.#inner.get(resource) ?? new Scope(resource, this)
    this.#inner.set(resource, inner)
    return inner
  }

  /** An object that identifies a schema in this scope. */
  keyOf(schema: object): object {
    const key = this.#keys.get(schema) ?? {}
    this.#keys.set(schema, key)
    return key
  }
}
