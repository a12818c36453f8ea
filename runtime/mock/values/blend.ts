import { flatSchema, propertiesOf } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import type { Maker } from './maker.ts'

/** As much of what is known as a schema can show, filled up from what was made for it. */
export function blend(
  known: unknown,
  made: unknown,
  { schema, maker }: { readonly schema: unknown; readonly maker: Maker },
): unknown {
  if (known === undefined || maker.fits(known, schema)) return known ?? made
  const value = blendParts(known, made, { schema, maker })
  return value !== undefined && maker.fits(value, schema) ? value : made
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
