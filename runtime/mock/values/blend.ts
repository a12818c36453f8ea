import { isScalar } from '@concordat/contract/document'
import { identifiers } from '@concordat/contract/lexicon'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'

/** Value that was made for a part of an answer, and the schema of that part. */
interface Beside {
  readonly made: unknown
  readonly schema: Schema
}

/** Named members of an object, and the items of a list, each beside the first that was made. */
const shownParts = new ValueWalk<Beside>({
  member({ made, schema }, name) {
    const member = schema.properties.get(name)
    return member && isObject(made) ? { made: made[name], schema: member } : undefined
  },
  item: ({ made, schema }) => (Array.isArray(made) ? { made: made[0], schema: schema.items } : undefined),
})

/** Blends known members, as far as a schema can show them, with a value made for it. */
export function blend(whole: unknown, made: unknown, schema: Schema): unknown {
  return shownParts.fold(whole, { made, schema }, ({ value, beside }, inside) => {
    if (value === undefined || beside.schema.allows(value)) return value ?? beside.made
    if (isScalar(value)) return shownAs(value, beside)
    const blended = filledUp(value, beside.made, inside)
    return blended !== undefined && beside.schema.allows(blended) ? blended : beside.made
  })
}

/** A text or number as a schema has it. */
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

/** Values that are written alike: 7 where a schema has "7", and the other way round. */
function written(known: unknown): readonly unknown[] {
  const text = String(known)
  return /^-?\d/.test(text) ? [text, Number(text)] : [text]
}

/**
 * Object for a text or number that refers to it, if a schema has an object there: "7" is shown as { id: 7, …
 * }.
 */
function referred(known: unknown, made: Readonly<Record<string, unknown>>, schema: Schema): unknown {
  const [name] = identifiers.usual.among(Object.keys(made))
  if (name === undefined) return made
  const values = [known, String(known), Number(known)].map((value) => ({ ...made, [name]: value }))
  return values.find((value) => schema.allows(value)) ?? made
}
