import type { Resource } from '../document/reference.ts'

/**
 * The schema resources that evaluation has gone through, innermost first: what `$dynamicRef` looks through.
 * The outermost that has an anchor decides, so entering one again changes nothing, and a document has only as
 * many scopes as its resources have orders: a result for a scope holds wherever evaluation comes to it again.
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
   * The scope inside a resource that is entered from here. An inline schema has the definitions around it.
   */
  within(resource: Resource): Scope {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) {
      if (scope.resource === resource || scope.resource.outer === resource) return this
    }
    const inner = this.#inner.get(resource) ?? new Scope(resource, this)
    this.#inner.set(resource, inner)
    return inner
  }

  /** Object that identifies a schema in this scope. */
  keyOf(schema: object): object {
    const key = this.#keys.get(schema) ?? {}
    this.#keys.set(schema, key)
    return key
  }
}
