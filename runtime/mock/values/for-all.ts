import { isScalar } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import type { Maker } from './maker.ts'

interface ForAll {
  readonly schema: Schema
  readonly maker: Maker
  /** Members that operations describe each in its own way, with all that these say. */
  readonly inAll: ReadonlyMap<string, Schema> | undefined
}

/**
 * Value made for a schema, with members that other operations can show as well: a URL in one response is not
 * of any other form in another. Examples in the document come first.
 */
export function forAll(made: unknown, { schema, maker, inAll }: ForAll): unknown {
  if (!isObject(made) || inAll === undefined || inAll.size === 0) return made
  const whole = Object.fromEntries(
    Object.entries(made).map(([name, own]) => [name, member(own, { name, wanted: inAll.get(name), maker })]),
  )
  return maker.fits(whole, schema) ? whole : made
}

/** One member; of an object that not all can show the members that they cannot. */
function member(own: unknown, { name, wanted, maker }: Member): unknown {
  if (wanted === undefined) return own
  return schemaWalk.map(own, wanted, ({ value, beside, path }, inside) => {
    if (beside.allows(value)) return value
    if (isObject(value)) return inside()
    return isScalar(value) ? (maker.makeIfPossible(beside, path.at(-1) ?? name, 'example') ?? value) : value
  })
}

interface Member {
  readonly name: string
  readonly wanted: Schema | undefined
  readonly maker: Maker
}
