import { isComparableValue } from '@concordat/contract/document'
import { isReferenceName, likeliestItemName } from '@concordat/contract/lexicon'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'

/** The value generated for a part of a response, and that part's schema. */
interface Beside {
  readonly made: unknown
  readonly schema: Schema
}

/**
 * Pairs each named property of an object with its generated value, and each list item with the first
 * generated item.
 */
const shownParts = new ValueWalk<Beside>({
  member({ made, schema }, name) {
    const member = schema.properties.get(name)
    return member && isObject(made) ? { made: made[name], schema: member } : undefined
  },
  item: ({ made, schema }) => (Array.isArray(made) ? { made: made[0], schema: schema.items } : undefined),
})

/** Combines a known value, as far as a schema allows it, with a generated value. */
export function blendWithMade(whole: unknown, made: unknown, schema: Schema): unknown {
  return shownParts.fold(whole, { made, schema }, ({ value, beside }, inside) => {
    if (value === undefined || beside.schema.allows(value)) return value ?? beside.made
    if (isComparableValue(value)) return shownAs(value, beside)
    const blended = filledUp(value, beside.made, inside)
    return blended !== undefined && beside.schema.allows(blended) ? blended : beside.made
  })
}

/**
 * Converts a known string or number to a value that the schema allows; returns the generated value if that is
 * impossible.
 */
function shownAs(known: unknown, { made, schema }: Beside): unknown {
  if (isObject(made)) return referred(known, made, schema)
  return written(known).find((value) => schema.allows(value)) ?? made
}

function filledUp(
  value: unknown,
  made: unknown,
  inside: () => readonly (readonly [step: string, blended: unknown])[],
): unknown {
  if (Array.isArray(value) && Array.isArray(made)) return inside().map(([, item]) => item)
  if (!isObject(value) || !isObject(made)) return undefined
  return { ...made, ...Object.fromEntries(inside().filter(([, part]) => part !== undefined)) }
}

/** The value as a string and as a number, because a schema may require 7 for "7" or vice versa. */
function written(known: unknown): readonly unknown[] {
  const text = String(known)
  return /^-?\d/.test(text) ? [text, Number(text)] : [text]
}

/**
 * Converts a string or number to an object that it identifies: "7" becomes { id: 7, … }. Properties that have
 * the value's type come first. Returns the generated object if the schema allows no such object.
 */
function referred(known: unknown, made: Readonly<Record<string, unknown>>, schema: Schema): unknown {
  const names = Object.keys(made)
  const alike = names.filter((own) => schema.property(own).allows(known))
  const name = likeliestItemName(alike) ?? alike.find(isReferenceName) ?? likeliestItemName(names)
  if (name === undefined) return made
  const values = [known, String(known), Number(known)].map((value) => ({ ...made, [name]: value }))
  return values.find((value) => schema.allows(value)) ?? made
}
