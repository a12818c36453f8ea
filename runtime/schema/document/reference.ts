import { isObject } from '../json/json.ts'
import { below, type Step, unescapeStep } from '../json/pointer.ts'
import type { CompilePattern } from '../pattern/pattern.ts'
import { type JsonSchema, SchemaError, type SchemaObject } from './json-schema.ts'
import { forEachSubschema } from './subschemas.ts'

/** A schema and where it stands. */
export interface SchemaPlace {
  readonly schema: JsonSchema
  /** JSON Pointer from the document's root: "#/$defs/Pet". */
  readonly location: string
  readonly resource: Resource
}

/** The schema that an `$id` names, or a document without one: the scope of "#" and of anchors. */
export interface Resource {
  readonly document: SchemaDocument
  readonly uri: string
  readonly root: SchemaObject | boolean
  readonly location: string
  /** The definitions, for an inline schema without `$id`: both stand in the same OpenAPI document. */
  readonly outer: Resource | undefined
}

/** Base of what has no absolute `$id`, so that relative references resolve at all. */
const BASE = 'schema:///'

/** One document: an inline schema, or all definitions together as `{ $defs: … }`. */
export class SchemaDocument {
  readonly root: SchemaPlace
  readonly compilePattern: CompilePattern
  readonly #outer: SchemaDocument | undefined
  readonly #identified = new Map<object, Resource>()
  #index: Index | undefined

  /** `outer`: the definitions, for an inline schema. */
  constructor(
    schema: JsonSchema,
    { compilePattern, outer }: { readonly compilePattern: CompilePattern; readonly outer?: SchemaDocument },
  ) {
    this.compilePattern = compilePattern
    this.#outer = outer
    const resource: Resource = {
      document: this,
      uri: BASE,
      root: schema,
      location: '#',
      outer: outer?.root.resource,
    }
    this.root = this.place(schema, '#', resource)
  }

  /** A place inside the document; `resource` is that of the schema around it. */
  place(schema: JsonSchema, location: string, resource: Resource): SchemaPlace {
    const id = isObject(schema) ? schema['$id'] : undefined
    if (!isObject(schema) || typeof id !== 'string' || id.startsWith('#'))
      return { schema, location, resource }
    const known = this.#identified.get(schema)
    if (known !== undefined) return { schema, location, resource: known }
    const uri = absolute(id, resource.uri)
    if (uri === undefined) throw new SchemaError(`${location}/$id`, `"${id}" is not a URI reference`)
    const own: Resource = {
      document: this,
      uri: withoutFragment(uri),
      root: schema,
      location,
      outer: undefined,
    }
    this.#identified.set(schema, own)
    return { schema, location, resource: own }
  }

  /** What stands in the document under its own URI or anchor, here or in the definitions around it. */
  find<T>(search: (index: Index) => T | undefined): T | undefined {
    this.#index ??= indexOf(this.root)
    return search(this.#index) ?? this.#outer?.find(search)
  }
}

/** What a reference can lead to other than by a pointer. Made when the first such reference is met. */
interface Index {
  readonly resources: Map<string, Resource>
  readonly anchors: Map<Resource, Map<string, SchemaPlace>>
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
      visit(subschema, below(location, ...steps), place.resource),
    )
  }
  visit(root.schema, root.location, root.resource)
  return index
}

/**
 * Follows a `$ref`.
 * @param from the resource in which the reference stands.
 * @returns `undefined` when nothing stands there.
 */
export function resolveReference(reference: string, from: Resource): SchemaPlace | undefined {
  if (reference.startsWith('#')) return resolveFragment(reference.slice(1), from)
  const uri = absolute(reference, from.uri)
  if (uri === undefined) return undefined
  const resource = from.document.find((index) => index.resources.get(withoutFragment(uri)))
  const hash = reference.indexOf('#')
  return resource && resolveFragment(hash < 0 ? '' : reference.slice(hash + 1), resource)
}

/** What a `$dynamicAnchor` of this name in this resource marks, if there is one. */
export function dynamicAnchor(name: string, resource: Resource): SchemaPlace | undefined {
  const place = anchor(name, resource)
  return place && isDynamicAnchor(name, place) ? place : undefined
}

/** Whether the schema at a place is marked by the `$dynamicAnchor` of this name. */
export function isDynamicAnchor(name: string, place: SchemaPlace): boolean {
  return isObject(place.schema) && place.schema['$dynamicAnchor'] === name
}

function resolveFragment(fragment: string, resource: Resource): SchemaPlace | undefined {
  const text = percentDecoded(fragment)
  if (text !== '' && !text.startsWith('/')) return anchor(text, resource)
  const steps = text.split('/').slice(1).map(unescapeStep)
  return (
    walk(steps, resource) ?? (resource.outer && steps.length > 0 ? walk(steps, resource.outer) : undefined)
  )
}

function anchor(name: string, resource: Resource): SchemaPlace | undefined {
  const found = resource.document.find((index) => index.anchors.get(resource)?.get(name))
  return found ?? (resource.outer && anchor(name, resource.outer))
}

function walk(steps: readonly string[], resource: Resource): SchemaPlace | undefined {
  let node: unknown = resource.root
  let { location } = resource
  let current = resource
  for (const step of steps) {
    const record: unknown = Array.isArray(node) ? { ...node } : node
    if (!isObject(record) || !Object.hasOwn(record, step)) return undefined
    node = record[step]
    location = below(location, step)
    if (isObject(node)) current = resource.document.place(node, location, current).resource
  }
  return typeof node === 'boolean' || isObject(node)
    ? { schema: node, location, resource: current }
    : undefined
}

/** The value at a path below a schema; `undefined` when there is none. */
export function valueBelow(schema: SchemaObject, steps: readonly Step[]): unknown {
  let node: unknown = schema
  for (const step of steps)
    node = node === undefined || node === null ? undefined : (node as Record<Step, unknown>)[step]
  return node
}

function absolute(reference: string, base: string): string | undefined {
  if (URL.canParse(reference, base)) return new URL(reference, base).href
  return URL.canParse(reference, BASE) ? new URL(reference, BASE).href : undefined
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#')
  return hash < 0 ? uri : uri.slice(0, hash)
}

/** A definition's name may hold a "%" that nobody escaped: then the text stands for itself. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
