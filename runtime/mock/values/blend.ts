import { flatSchema, isScalar, propertiesOf } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import type { Maker } from './maker.ts'

/** As much of what is known as a schema can show, filled up from what was made for it. */
export function blend(
  known: unknown,
  made: unknown,
  { schema, maker }: { readonly schema: unknown; readonly maker: Maker },
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

/** Members by which something is referred to. */
const NAMING = /^(_id|[gu]?id|uuid|guid|pk)$/i

/** What a text or number refers to that stands where a schema has an object: "7" is shown as { id: 7, … }. */
function referred(
  known: unknown,
  made: Readonly<Record<string, unknown>>,
  { schema, maker }: { readonly schema: unknown; readonly maker: Maker },
): unknown {
  const name = Object.keys(made).find((own) => NAMING.test(own))
  if (name === undefined) return made
  const values = [known, String(known), Number(known)].map((value) => ({ ...made, [name]: value }))
  return values.find((value) => maker.fits(value, schema)) ?? made
}

function blendParts(
  known: unknown,
  made: unknown,
  { schema, maker }: { readonly schema: unknown; readonly maker: Maker },
): unknown {
  const { definitions } = maker
  if (Array.isArray(known) && Array.isArray(made)) {
    const { items } = flatSchema(schema, definitions)
    return known.map((each) => blend(each, made[0], { schema: items, maker }))
  }
  if (!isObject(known) || !isObject(made)) return undefined
  const properties = propertiesOf(schema, definitions)
  const parts = Object.entries(known)
    .filter(([name]) => properties.has(name))
    .map(([name, own]) => [name, blend(own, made[name], { schema: properties.get(name), maker })] as const)
  return { ...made, ...Object.fromEntries(parts.filter(([, part]) => part !== undefined)) }
}
