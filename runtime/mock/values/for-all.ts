import { isScalar } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { Maker } from './maker.ts'

export interface ForAll {
  readonly schema: Schema
  readonly maker: Maker
  /** Members that operations describe each in its own way, with all that these say. */
  readonly inAll: ReadonlyMap<string, Schema> | undefined
}

/**
 * What was made for a schema, with members that other operations can show as well: what is a URL in one answer is none of any form in
 * another. What the document shows of a member comes first.
 */
export function forAll(made: unknown, { schema, maker, inAll }: ForAll): unknown {
  if (!isObject(made) || inAll === undefined || inAll.size === 0) return made
  const whole = Object.fromEntries(
    Object.entries(made).map(([name, own]) => [name, member(own, { name, wanted: inAll.get(name), maker })]),
  )
  return maker.fits(whole, schema) ? whole : made
}

/** One member; of an object that not all can show the members that they cannot. */
function member(
  own: unknown,
  {
    name,
    wanted,
    maker,
  }: { readonly name: string; readonly wanted: Schema | undefined; readonly maker: Maker },
): unknown {
  if (wanted === undefined || maker.fits(own, wanted)) return own
  if (isObject(own)) {
    const parts = Object.entries(own).map(([part, value]) => [
      part,
      member(value, { name: part, wanted: wanted.properties.get(part), maker }),
    ])
    return Object.fromEntries(parts)
  }
  return isScalar(own) ? (maker.makeIfPossible(wanted, name, 'example') ?? own) : own
}
