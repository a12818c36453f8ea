import { isScalar } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import { identifiers } from '@concordat/runtime/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import type { Maker } from './maker.ts'

/** As much of what is known as a schema can show, filled up from what was made for it. */
export function blend(
  known: unknown,
  made: unknown,
  { schema, maker }: { readonly schema: Schema; readonly maker: Maker },
): unknown {
  if (known === undefined || maker.fits(known, schema)) return known ?? made
  if (isScalar(known) && isObject(made)) return referred(known, made, { schema, maker })
  if (isScalar(known)) return written(known).find((value) => maker.fits(value, schema)) ?? made
  const value = blendParts(known, made, { schema, maker })
  return value !== undefined && maker.fits(value, schema) ? value : made
}

/** What is written alike: 7 where a schema has "7", and the other way round. */
function written(known: unknown): readonly unknown[] {
  const text = String(known)
  return /^-?\d/.test(text) ? [text, Number(text)] : [text]
}

/** What a text or number refers to that stands where a schema has an object: "7" is shown as { id: 7, … }. */
function referred(
  known: unknown,
  made: Readonly<Record<string, unknown>>,
  { schema, maker }: { readonly schema: Schema; readonly maker: Maker },
): unknown {
  const name = Object.keys(made).find((own) => identifiers.standing.has(own))
  if (name === undefined) return made
  const values = [known, String(known), Number(known)].map((value) => ({ ...made, [name]: value }))
  return values.find((value) => maker.fits(value, schema)) ?? made
}

function blendParts(
  known: unknown,
  made: unknown,
  { schema, maker }: { readonly schema: Schema; readonly maker: Maker },
): unknown {
  if (Array.isArray(known) && Array.isArray(made))
    return known.map((each) => blend(each, made[0], { schema: schema.items, maker }))
  if (!isObject(known) || !isObject(made)) return undefined
  const parts = Object.entries(known).flatMap(([name, own]) => {
    const member = schema.properties.get(name)
    return member === undefined ? [] : [[name, blend(own, made[name], { schema: member, maker })] as const]
  })
  return { ...made, ...Object.fromEntries(parts.filter(([, part]) => part !== undefined)) }
}
