import { valueAt } from '@concordat/runtime/json'
import { below, stepsOf } from '@concordat/runtime/pointer'
import { forEachSubschema } from '@concordat/runtime/subschemas'
import type { DocumentObject, SchemaObject } from '../../../document/document.ts'

/** Targets of `$dynamicRef`: by the name of an anchor, the pointer of the schema that has it. */
export type Bindings = ReadonlyMap<string, string>

/** Names of one schema resource, each with its place. */
interface Anchors {
  readonly dynamic: Bindings
  readonly plain: Bindings
}

/** Members of a schema that is otherwise a mere reference. */
const SILENT: ReadonlySet<string> = new Set(['$ref', '$dynamicAnchor', '$anchor', '$comment', '$id'])

/**
 * Follows dynamic references in one document, before any value is there: which schema is meant depends
 * only on the schemas that lead to the reference. Resources are schemas with an `$id`, components, and
 * schemas that stand in an operation.
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
   * Targets of dynamic references in the schema at a pointer, if it is reached from a schema with the targets
   * `outer`.
   */
  within(pointer: string, outer: Bindings): Bindings {
    if (!this.#hasReferences) return outer
    return new Map([...this.#anchorsOf(pointer).dynamic, ...outer])
  }

  /**
   * Targets of the dynamic references that the schema at a pointer has or reaches, if they differ from those
   * of the schema by itself; `undefined` if they are the same.
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

  /**
   * The schema that a dynamic reference leads to in the schema that contains
   * `pointer`; `undefined` if there is none.
   */
  resolve(reference: string, pointer: string, bindings: Bindings): string | undefined {
    const fragment = reference.slice(reference.indexOf('#') + 1)
    if (fragment === '' || fragment.startsWith('/')) {
      const target = this.#pointed(fragment, pointer)
      return this.#at(target) === undefined ? undefined : target
    }
    const { dynamic, plain } = this.#anchorsOf(pointer)
    // A reference whose own resource has the name, but not dynamically, leads there.
    const target = dynamic.has(fragment)
      ? bindings.get(fragment)
      : (plain.get(fragment) ?? bindings.get(fragment))
    return target && this.behind(target)
  }

  /** Target of a schema that only refers to another one. */
  behind(pointer: string): string {
    const schema = this.#at(pointer)
    if (typeof schema !== 'object' || schema.$ref === undefined) return pointer
    return Object.keys(schema).every((name) => SILENT.has(name)) ? schema.$ref : pointer
  }

  #at(pointer: string): SchemaObject | boolean | undefined {
    return valueAt(this.#document, stepsOf(pointer)) as SchemaObject | boolean | undefined
  }

  /** Target of a JSON Pointer: in the schema with an `$id` around a place, else in the document. */
  #pointed(fragment: string, place: string): string {
    const resource = this.#resourceOf(place)
    const isWithin = fragment === '' || this.#at(resource + fragment) !== undefined
    return isWithin ? resource + fragment : `#${fragment}`
  }

  /** The nearest schema with an `$id` around a place, else its component, else the place itself. */
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

  /** The names of the dynamic references that are reached from a schema. */
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

/** True for a schema that names itself: anchors in it are its own. */
function isResource({ $id }: SchemaObject): boolean {
  return typeof $id === 'string' && !$id.startsWith('#')
}

/** @param told answers whether the schemas in the one that it is told of are to be visited as well. */
function visit(
  schema: SchemaObject | boolean | undefined,
  place: string,
  told: (schema: SchemaObject, place: string) => boolean,
): void {
  if (typeof schema !== 'object' || !told(schema, place)) return
  forEachSubschema(Object.fromEntries(Object.entries(schema)), (inner, ...steps) =>
    visit(inner as SchemaObject | boolean, below(place, ...steps), told),
  )
}
