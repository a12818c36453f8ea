import { valueAt } from '@concordat/runtime/json'
import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import { forEachSubschema } from '@concordat/runtime/subschemas'
import type { DocumentObject, SchemaObject } from '../../../document/document.ts'

/** Targets of `$dynamicRef`: schema pointers by anchor name. */
export type Bindings = ReadonlyMap<string, string>

/** Anchors in one schema resource, with their locations. */
interface Anchors {
  readonly dynamic: Bindings
  readonly plain: Bindings
}

/** Keywords that a schema can contain and still be only a reference. */
const SILENT: ReadonlySet<string> = new Set(['$ref', '$dynamicAnchor', '$anchor', '$comment', '$id'])

/**
 * Resolves dynamic references without looking at values. The target depends only on the schemas that lead to
 * the reference. Resources are schemas with an `$id`, components, and operations' inline schemas.
 * @see JSON Schema Core 2020-12, 8.2.3.2
 */
export class DynamicScopes {
  readonly #document: DocumentObject
  readonly #anchors = new Map<string, Anchors>()
  readonly #used = new Map<string, ReadonlySet<string>>()
  readonly #hasReferences: boolean

  /** @param mayHaveReferences false if no schema has a `$dynamicRef`. */
  constructor(document: DocumentObject, mayHaveReferences: boolean) {
    this.#document = document
    this.#hasReferences = mayHaveReferences
  }

  /**
   * Returns the targets of dynamic references inside the schema at a pointer, if a schema whose targets are
   * `outer` leads to it.
   */
  within(pointer: string, outer: Bindings): Bindings {
    if (!this.#hasReferences) return outer
    return new Map([...this.#anchorsOf(pointer).dynamic, ...outer])
  }

  /**
   * Targets of all dynamic references that the schema at a pointer contains or reaches; `undefined` if
   * `outer` does not change any of them.
   */
  changed(pointer: string, outer: Bindings): Bindings | undefined {
    if (!this.#hasReferences || outer.size === 0) return undefined
    const own = this.#anchorsOf(pointer).dynamic
    const inner = this.within(pointer, outer)
    const used = [...this.#usedBy(pointer)].flatMap((name): [string, string][] => {
      const bound = inner.get(name)
      return bound === undefined ? [] : [[name, bound]]
    })
    return used.some(([name, bound]) => own.get(name) !== bound) ? new Map(used.toSorted()) : undefined
  }

  /** The schema that a dynamic reference leads to from `pointer`; `undefined` if there is none. */
  resolve(reference: string, pointer: string, bindings: Bindings): string | undefined {
    const fragment = reference.slice(reference.indexOf('#') + 1)
    if (fragment === '' || fragment.startsWith('/')) {
      const target = this.#pointed(fragment, pointer)
      return this.#at(target) === undefined ? undefined : target
    }
    const { dynamic, plain } = this.#anchorsOf(pointer)
    // If the reference's own resource has only a plain anchor with this name, that anchor takes precedence
    // over outer dynamic anchors.
    const target = dynamic.has(fragment)
      ? bindings.get(fragment)
      : (plain.get(fragment) ?? bindings.get(fragment))
    return target && this.behind(target)
  }

  /** The target of a schema that consists only of a reference; otherwise the schema's own pointer. */
  behind(pointer: string): string {
    const schema = this.#at(pointer)
    if (typeof schema !== 'object' || schema.$ref === undefined) return pointer
    return Object.keys(schema).every((name) => SILENT.has(name)) ? schema.$ref : pointer
  }

  #at(pointer: string): SchemaObject | boolean | undefined {
    return valueAt(this.#document, stepsOf(pointer)) as SchemaObject | boolean | undefined
  }

  /**
   * Resolves a JSON Pointer against the resource that contains the reference or, if nothing is found there,
   * against the document.
   */
  #pointed(fragment: string, place: string): string {
    const resource = this.#resourceOf(place)
    const isWithin = fragment === '' || this.#at(resource + fragment) !== undefined
    return isWithin ? resource + fragment : `#${fragment}`
  }

  /**
   * Returns the nearest enclosing schema with an `$id`. If there is none, returns the enclosing component or,
   * failing that, the pointer itself.
   */
  #resourceOf(pointer: string): string {
    const component = COMPONENT.exec(pointer)?.[0] ?? pointer
    for (
      let place = pointer;
      place.length > component.length;
      place = place.slice(0, place.lastIndexOf('/'))
    ) {
      const schema = this.#at(place)
      if (typeof schema === 'object' && isResource(schema)) return place
    }
    return component
  }

  #anchorsOf(pointer: string): Anchors {
    const resource = this.#resourceOf(pointer)
    const known = this.#anchors.get(resource)
    if (known !== undefined) return known
    const dynamic = new Map<string, string>()
    const plain = new Map<string, string>()
    visit(this.#at(resource), resource, (schema, place) => {
      if (place !== resource && isResource(schema)) return false
      const { $anchor, $dynamicAnchor } = schema
      if (typeof $dynamicAnchor === 'string') dynamic.set($dynamicAnchor, place)
      if (typeof $anchor === 'string') plain.set($anchor, place)
      return true
    })
    const anchors = { dynamic, plain }
    this.#anchors.set(resource, anchors)
    return anchors
  }

  /** Anchor names in the dynamic references that are reachable from a schema. */
  #usedBy(pointer: string): ReadonlySet<string> {
    const known = this.#used.get(pointer)
    if (known !== undefined) return known
    const names = new Set<string>()
    const reached = new Set([pointer])
    for (const each of reached)
      visit(this.#at(each), each, ({ $ref, $dynamicRef }, place) => {
        if (typeof $ref === 'string') reached.add($ref)
        if (typeof $dynamicRef !== 'string') return true
        const fragment = $dynamicRef.slice($dynamicRef.indexOf('#') + 1)
        if (fragment.startsWith('/')) reached.add(this.#pointed(fragment, place))
        else names.add(fragment)
        return true
      })
    this.#used.set(pointer, names)
    return names
  }
}

const COMPONENT = /^#\/components\/schemas\/[^/]+/

/**
 * True for a schema with an `$id` that is more than a fragment. Anchors inside such a schema belong to it.
 */
function isResource({ $id }: SchemaObject): boolean {
  return typeof $id === 'string' && !$id.startsWith('#')
}

/** @param told returns true if the schemas inside the given schema should be visited too. */
function visit(
  schema: SchemaObject | boolean | undefined,
  place: string,
  told: (schema: SchemaObject, place: string) => boolean,
): void {
  if (typeof schema !== 'object' || !told(schema, place)) return
  forEachSubschema(Object.fromEntries(Object.entries(schema)), (inner, ...steps) =>
    visit(inner as SchemaObject | boolean, pointerBelow(place, ...steps), told),
  )
}
