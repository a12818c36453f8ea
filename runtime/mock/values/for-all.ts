import { isComparableValue } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import type { Maker } from './maker.ts'

interface ForAll {
  readonly schema: Schema
  readonly maker: Maker
  /** Properties that operations describe differently, each with a schema that combines all descriptions. */
  readonly inAll: ReadonlyMap<string, Schema> | undefined
}

/**
 * Adapts a generated value so that other operations can show its properties too: a URL, for example, must not
 * have different formats in different responses.
 */
export function madeForAll(made: unknown, { schema, maker, inAll }: ForAll): unknown {
  if (!isObject(made) || inAll === undefined || inAll.size === 0) return made
  const whole = Object.fromEntries(
    Object.entries(made).map(([name, own]) => [name, member(own, { name, wanted: inAll.get(name), maker })]),
  )
  return maker.fits(whole, schema) ? whole : made
}

/** Adapts one property. Within objects, replaces only the simple values that some operations do not allow. */
function member(own: unknown, { name, wanted, maker }: Member): unknown {
  if (wanted === undefined) return own
  return schemaWalk.map(own, wanted, ({ value, beside, path }, inside) => {
    if (beside.allows(value)) return value
    if (isObject(value)) return inside()
    return isComparableValue(value)
      ? (maker.makeIfPossible(beside, path.at(-1) ?? name, 'example') ?? value)
      : value
  })
}

interface Member {
  readonly name: string
  readonly wanted: Schema | undefined
  readonly maker: Maker
}
