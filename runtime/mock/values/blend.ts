import { isComparableValue } from '@concordat/contract/document'
import { identifiers } from '@concordat/contract/lexicon'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'

/** Value generated for a part of an answer, with the schema of that part. */
interface Beside {
  readonly made: unknown
  readonly schema: Schema
}

/** Each named member of an object, and each item of a list with the first generated one. */
const shownParts = new ValueWalk<Beside>({
  member({ made, schema }, name) {
    const member = schema.properties.get(name)
    return member && isObject(made) ? { made: made[name], schema: member } : undefined
  },
  item: ({ made, schema }) => (Array.isArray(made) ? { made: made[0], schema: schema.items } : undefined),
})

/** Combines known members, as far as a schema allows them, with a generated value. */
export function blendWithMade(whole: unknown, made: unknown, schema: Schema): unknown {
  return shownParts.fold(whole, { made, schema }, ({ value, beside }, inside) => {
    if (value === undefined || beside.schema.allows(value)) return value ?? beside.made
    if (isComparableValue(value)) return shownAs(value, beside)
    const blended = filledUp(value, beside.made, inside)
    return blended !== undefined && beside.schema.allows(blended) ? blended : beside.made
  })
}

/** A text or number in the form of a schema. */
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

/** Values with the same text: 7 if a schema has "7", and vice versa. */
function written(known: unknown): readonly unknown[] {
  const text = String(known)
  return /^-?\d/.test(text) ? [text, Number(text)] : [text]
}

/**
 * Object for a text or number that refers to it, if the schema has an object there: "7" becomes { id: 7, … }.
 */
function referred(known: unknown, made: Readonly<Record<string, unknown>>, schema: Schema): unknown {
  const [name] = identifiers.usual.among(Object.keys(made))
  if (name === undefined) return made
  const values = [known, String(known), Number(known)].map((value) => ({ ...made, [name]: value }))
  return values.find((value) => schema.allows(value)) ?? made
}
