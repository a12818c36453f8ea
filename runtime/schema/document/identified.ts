import { isObject } from '../json/json.ts'
import { pointerBelow } from '../json/pointer.ts'
import { type JsonSchema, SchemaError } from './json-schema.ts'
import {
  BASE,
  decodedReference,
  type Identifiers,
  type Resource,
  resolvePointer,
  type SchemaDocument,
  type SchemaPlace,
} from './reference.ts'
import { forEachSubschema } from './subschemas.ts'

/** The resources of a document that are known so far. */
interface Identified {
  readonly resources: WeakMap<object, Resource>
  /** Targets of references that are not pointers; created when the first such reference is resolved. */
  index?: Index
}

interface Index {
  readonly resources: Map<string, Resource>
  readonly anchors: Map<Resource, Map<string, SchemaPlace>>
}

const documents = new WeakMap<SchemaDocument, Identified>()

function identifiedIn(document: SchemaDocument): Identified {
  const identified = documents.get(document) ?? { resources: new WeakMap() }
  documents.set(document, identified)
  return identified
}

/** Finds resources and anchors by their identifiers. */
export const identifiers: Identifiers = {
  resourceOf({ schema, location, resource }) {
    const id = isObject(schema) ? schema['$id'] : undefined
    if (!isObject(schema) || typeof id !== 'string' || id.startsWith('#')) return undefined
    const { document } = resource
    const { resources } = identifiedIn(document)
    const known = resources.get(schema)
    if (known !== undefined) return known
    const uri = absolute(id, resource.uri)
    if (uri === undefined) throw new SchemaError(`${location}/$id`, `"${id}" is not a URI reference`)
    const own: Resource = { document, uri: withoutFragment(uri), root: schema, location, outer: undefined }
    resources.set(schema, own)
    return own
  },

  find(reference, from) {
    if (reference.startsWith('#')) return resolveFragment(reference.slice(1), from)
    const uri = absolute(reference, from.uri)
    if (uri === undefined) return undefined
    const resource = search(from.document, (index) => index.resources.get(withoutFragment(uri)))
    const hash = reference.indexOf('#')
    return resource && resolveFragment(hash < 0 ? '' : reference.slice(hash + 1), resource)
  },
}

/**
 * The schema in this resource, or in the definitions around it, that has a `$dynamicAnchor` with this name;
 * `undefined` if there is none.
 */
export function dynamicAnchor(name: string, resource: Resource): SchemaPlace | undefined {
  const place = anchor(name, resource)
  return place && isDynamicAnchor(name, place) ? place : undefined
}

/** True if the schema at a location has a `$dynamicAnchor` with this name. */
export function isDynamicAnchor(name: string, place: SchemaPlace): boolean {
  return isObject(place.schema) && place.schema['$dynamicAnchor'] === name
}

function resolveFragment(fragment: string, resource: Resource): SchemaPlace | undefined {
  const text = decodedReference(fragment)
  return text === '' || text.startsWith('/') ? resolvePointer(text, resource) : anchor(text, resource)
}

function anchor(name: string, resource: Resource): SchemaPlace | undefined {
  const found = search(resource.document, (index) => index.anchors.get(resource)?.get(name))
  return found ?? (resource.outer && anchor(name, resource.outer))
}

/** Looks up a URI or an anchor in a document, then in the definitions around it. */
function search<T>(document: SchemaDocument, look: (index: Index) => T | undefined): T | undefined {
  const identified = identifiedIn(document)
  identified.index ??= indexOf(document.root)
  return look(identified.index) ?? (document.outer && search(document.outer, look))
}

function indexOf(root: SchemaPlace): Index {
  const index: Index = { resources: new Map(), anchors: new Map() }
  const visit = (schema: JsonSchema, location: string, around: Resource) => {
    if (!isObject(schema)) return
    const place = around.document.place(schema, location, around)
    index.resources.set(place.resource.uri, place.resource)
    for (const name of [schema['$anchor'], schema['$dynamicAnchor']]) {
      if (typeof name !== 'string') continue
      const anchors = index.anchors.get(place.resource) ?? new Map<string, SchemaPlace>()
      index.anchors.set(place.resource, anchors.set(name, place))
    }
    forEachSubschema(schema, (subschema, ...steps) =>
      visit(subschema, pointerBelow(location, ...steps), place.resource),
    )
  }
  visit(root.schema, root.location, root.resource)
  return index
}

function absolute(reference: string, base: string): string | undefined {
  if (URL.canParse(reference, base)) return new URL(reference, base).href
  return URL.canParse(reference, BASE) ? new URL(reference, BASE).href : undefined
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#')
  return hash < 0 ? uri : uri.slice(0, hash)
}
