import type { Named } from '../evaluation/property-finder.ts'
import { keywordRecord } from '../vocabulary/keyword-value.ts'
import type { Properties, Site } from '../vocabulary/vocabulary.ts'

/** A property's name, and whether every object inherits a property with that name. */
export interface Name {
  readonly name: string
  readonly inherited: boolean
}

export function propertyNameOf(name: string): Name {
  return { name, inherited: name in Object.prototype }
}

/** Reads an own property. Names such as "constructor" and "__proto__" are not special. */
export function ownProperty(object: Properties, { name, inherited }: Name): unknown {
  return inherited && !Object.hasOwn(object, name) ? undefined : object[name]
}

/** The properties that a schema names, shared by all its keywords. */
export function propertiesNamedAt(site: Site): Named {
  const known = namedBySchema.get(site.schema)
  if (known !== undefined) return known
  const names = 'properties' in site.schema ? Object.keys(keywordRecord(site, 'properties')) : []
  const named = { names, places: new Map(names.map((name, place) => [name, place])) }
  namedBySchema.set(site.schema, named)
  return named
}

const namedBySchema = new WeakMap<object, Named>()

/** True if a property is the object's own, has a value, and is not named in the schema. */
export function isUnnamedProperty({ places }: Named, object: Properties, name: string): boolean {
  return !places.has(name) && object[name] !== undefined && Object.hasOwn(object, name)
}
