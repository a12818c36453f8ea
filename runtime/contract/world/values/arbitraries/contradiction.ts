import { rememberedByObject } from '@concordat/runtime/bounded'
import type { Schema, SchemaObject } from '@concordat/runtime/schema'
import { narrowTypeOf } from '@concordat/runtime/schema-view'
import { schemasOfItem, schemasOfMember, schemasThatMustApply } from '../../../data/document/schema-in.ts'

/** Limits of a search. A longer one would cost more than trying values. */
const MOST_STEPS = 2_000
const MOST_LEVELS = 8

/**
 * Finds the location at which a schema contradicts itself, so that it allows no value: an `allOf` of a string
 * and an object or of strings with different lengths, or a required property that two parts give different
 * types. A contradiction that is found is proven, but some may go unnoticed.
 * @returns the location within a value, "" for the value itself, "/result" for a property; `undefined` if no
 * contradiction is found.
 */
export const schemaContradiction = rememberedByObject((schema: Schema) => new Search().find([schema], '', 0))

class Search {
  #steps = 0

  /** Returns the location at which schemas exclude each other although a value must match all of them. */
  find(schemas: readonly Schema[], place: string, level: number): string | undefined {
    if (level > MOST_LEVELS || ++this.#steps > MOST_STEPS) return undefined
    const parts = schemasThatMustApply(schemas)
    if (parts.some(({ written }) => written === false)) return place
    const own = parts.map((part) => part.own)
    const types = typesLeft(own)
    const only = types?.size === 1 ? [...types][0] : undefined
    if (types?.size === 0 || !hasValue(own) || (only === 'string' && !hasLength(own))) return place
    return (
      (only === 'object' ? this.#inMembers(parts, place, level) : undefined) ??
      (only === 'array' ? this.#inItems(parts, place, level) : undefined) ??
      this.#inAlternatives(parts, place, level)
    )
  }

  #inMembers(parts: readonly Schema[], place: string, level: number): string | undefined {
    const names = new Set(parts.flatMap(({ own: { required = [] } }) => required))
    for (const name of names) {
      if (parts.some((part) => isClosedTo(name, part))) return `${place}/${name}`
      const own = parts.flatMap((part) => schemasOfMember(part, name))
      const found = this.find(own, `${place}/${name}`, level + 1)
      if (found !== undefined) return found
    }
    return undefined
  }

  #inItems(parts: readonly Schema[], place: string, level: number): string | undefined {
    const least = Math.max(...parts.map(({ own: { minItems = 0 } }) => minItems))
    const tuple = Math.max(...parts.map(({ own: { prefixItems = [] } }) => prefixItems.length))
    for (let index = 0; index < Math.min(least, tuple + 1); index++) {
      const items = parts.flatMap((part) => schemasOfItem(part, index))
      const found = this.find(items, `${place}/${index}`, level + 1)
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * Returns the location of a contradiction if no branch of a `oneOf` or `anyOf` is compatible with the other
   * parts.
   */
  #inAlternatives(parts: readonly Schema[], place: string, level: number): string | undefined {
    for (const part of parts) {
      for (const keyword of ['oneOf', 'anyOf'] as const) {
        const branches = part.own[keyword] ?? []
        const { [keyword]: _, ...rest } = part.own
        const others = parts.map((other) => (other === part ? part.document.of(rest) : other))
        const places = branches.map((branch) =>
          this.find([...others, part.document.of(branch)], place, level + 1),
        )
        if (places.length > 0 && places.every((found) => found !== undefined)) return places[0]
      }
    }
    return undefined
  }
}

/** True if a schema allows no property with this name. */
function isClosedTo(name: string, schema: Schema): boolean {
  return schema.own.additionalProperties === false && schemasOfMember(schema, name).length === 0
}

/**
 * Returns the types that all parts allow; `undefined` if no part restricts the types. An integer is a number.
 */
function typesLeft(parts: readonly SchemaObject[]): ReadonlySet<unknown> | undefined {
  const [first, ...others] = parts.flatMap(({ type }) =>
    type === undefined ? [] : [numbers(new Set(Array.isArray(type) ? type : [type]))],
  )
  return first && new Set([...first].filter((type) => others.every((types) => types.has(type))))
}

/** Adds `integer` to a set of types with `number`, which includes integers. */
function numbers(types: Set<unknown>): Set<unknown> {
  return types.has('number') ? new Set([...types, 'integer']) : types
}

/** True if some value is in every `enum` and `const`, and has a type that all parts allow. */
function hasValue(parts: readonly SchemaObject[]): boolean {
  const lists = parts.flatMap((part) => [
    ...('const' in part ? [[part.const]] : []),
    ...(part.enum === undefined ? [] : [part.enum]),
  ])
  const [first, ...others] = lists.map((list) => new Set(list.map((value) => JSON.stringify(value))))
  if (first === undefined) return true
  const types = typesLeft(parts)
  return [...first].some(
    (text) =>
      others.every((list) => list.has(text)) &&
      (types === undefined || types.has(narrowTypeOf(JSON.parse(text)))),
  )
}

function hasLength(parts: readonly SchemaObject[]): boolean {
  const least = parts.map(({ minLength = 0 }) => minLength)
  const most = parts.map(({ maxLength = Number.POSITIVE_INFINITY }) => maxLength)
  return Math.max(...least) <= Math.min(...most)
}
