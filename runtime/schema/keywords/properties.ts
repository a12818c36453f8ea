import type { Found, Named, Run } from '../evaluation/run.ts'
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

const NO_NAMES: readonly string[] = []

/**
 * Limit for names that the schema lacks. An object with more of them is walked only once, however many
 * alternatives need it.
 */
const MOST_OTHERS = 64

/**
 * Finds an object's properties that a schema names; called by the first keyword that needs them. Walking the
 * object's own names is faster than looking up each name in the schema. Most objects follow the schema's
 * order, so the next name is compared before searching.
 */
export function findNamedProperties(named: Named, object: Properties, run: Run): Found {
  const { found } = run
  if (found !== undefined && found.object === object && found.named === named) return found
  const made = run.isLarge(object) ? lookFor(named, object) : walk(named, object, run)
  run.found = made
  return made
}

function walk(named: Named, object: Properties, run: Run): Found {
  const { names, places } = named
  const values: unknown[] = new Array(names.length)
  let others: string[] | undefined
  let next = 0
  for (const name in object) {
    // Past the end of the list, comparing the next name would be the slowest part of the walk.
    if (next < names.length && name === names[next]) {
      values[next++] = object[name]
      continue
    }
    const place = places.get(name)
    if (place !== undefined) {
      values[place] = object[name]
      next = place + 1
    } else if (others === undefined) others = [name]
    else if (others.push(name) > MOST_OTHERS) {
      run.noteLarge(object)
      return lookFor(named, object)
    }
  }
  return { object, named, values, others: others ?? NO_NAMES }
}

function lookFor(named: Named, object: Properties): Found {
  const values = named.names.map((name) => (Object.hasOwn(object, name) ? object[name] : undefined))
  return { object, named, values, others: undefined }
}

/** True if a property is the object's own, has a value, and is not named in the schema. */
export function isOtherProperty({ places }: Named, object: Properties, name: string): boolean {
  return !places.has(name) && object[name] !== undefined && Object.hasOwn(object, name)
}
