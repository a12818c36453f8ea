import { isObject } from '../json/json.ts'
import { pointerBelow, type Step, stepsOf, unescapeStep } from '../json/pointer.ts'
import type { JsonSchema, SchemaObject } from './json-schema.ts'

/** JSON Schemas by name; references to them have the form "#/$defs/Pet". */
export type Definitions = Readonly<Record<string, JsonSchema>>

/** The schema that a reference points to; `undefined` if there is none. */
export function definitionAt(reference: unknown, definitions: Definitions): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return undefined
  const [, ...names] = stepsOf(reference)
  return names.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    definitions,
  )
}

/** A schema and its location. */
export interface SchemaPlace {
  readonly schema: JsonSchema
  /** JSON Pointer from the document's root: "#/$defs/Pet". */
  readonly location: string
  readonly resource: Resource
}

/** A schema that has an `$id`, or the root of a document without one: the scope of "#" and of anchors. */
export interface Resource {
  readonly document: SchemaDocument
  readonly uri: string
  readonly root: SchemaObject | boolean
  readonly location: string
  /**
   * For an inline schema without `$id`, the resource of the definitions, because both are in the same OpenAPI
   * document.
   */
  readonly outer: Resource | undefined
}

/**
 * Resources and anchors identified by `$id`, `$anchor` and `$dynamicAnchor`. Most documents use none of
 * these: all their schemas are in one resource, and their references are pointers.
 */
export interface Identifiers {
  /** The resource that a schema's own `$id` creates; `undefined` if it has no `$id`. */
  resourceOf(place: SchemaPlace): Resource | undefined
  /** Finds the target of a reference that is not a pointer into its own resource. */
  find(reference: string, from: Resource): SchemaPlace | undefined
}

/** Base URI for schemas without an absolute `$id`, so that relative references can be resolved. */
export const BASE = 'schema:///'

/** One document: an inline schema, or all definitions together as `{ $defs: … }`. */
export class SchemaDocument {
  readonly root: SchemaPlace
  readonly identifiers: Identifiers | undefined
  /** The definitions, for an inline schema. */
  readonly outer: SchemaDocument | undefined

  constructor(
    schema: JsonSchema,
    {
      identifiers,
      outer,
    }: { readonly identifiers?: Identifiers | undefined; readonly outer?: SchemaDocument },
  ) {
    this.identifiers = identifiers
    this.outer = outer
    const resource: Resource = {
      document: this,
      uri: BASE,
      root: schema,
      location: '#',
      outer: outer?.root.resource,
    }
    this.root = this.place(schema, '#', resource)
  }

  /** Creates a place inside the document. `resource` is the surrounding schema's resource. */
  place(schema: JsonSchema, location: string, resource: Resource): SchemaPlace {
    const place = { schema, location, resource }
    const own = this.identifiers?.resourceOf(place)
    return own === undefined ? place : { ...place, resource: own }
  }
}

/**
 * Resolves a `$ref`.
 * @param from the resource that contains the reference.
 * @returns `undefined` if the target does not exist.
 */
export function resolveSchemaReference(reference: string, from: Resource): SchemaPlace | undefined {
  if (reference !== '#' && !reference.startsWith('#/'))
    return from.document.identifiers?.find(reference, from)
  return resolvePointer(decodedReference(reference.slice(1)), from)
}

export function resolvePointer(pointer: string, resource: Resource): SchemaPlace | undefined {
  const steps = pointer.split('/').slice(1).map(unescapeStep)
  return (
    walk(steps, resource) ?? (resource.outer && steps.length > 0 ? walk(steps, resource.outer) : undefined)
  )
}

function walk(steps: readonly string[], resource: Resource): SchemaPlace | undefined {
  let node: unknown = resource.root
  let { location } = resource
  let current = resource
  for (const step of steps) {
    const record: unknown = Array.isArray(node) ? { ...node } : node
    if (!isObject(record) || !Object.hasOwn(record, step)) return undefined
    node = record[step]
    location = pointerBelow(location, step)
    if (isObject(node)) current = resource.document.place(node, location, current).resource
  }
  return typeof node === 'boolean' || isObject(node)
    ? { schema: node, location, resource: current }
    : undefined
}

/** The value at a path below a schema; `undefined` if there is none. */
export function valueBelow(schema: SchemaObject, steps: readonly Step[]): unknown {
  let node: unknown = schema
  for (const step of steps)
    node = node === undefined || node === null ? undefined : (node as Record<Step, unknown>)[step]
  return node
}

/**
 * Decodes percent-encoding. Returns the string unchanged if it cannot be decoded, because a definition's name
 * can contain an unescaped "%".
 */
export function decodedReference(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
