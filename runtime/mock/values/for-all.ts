import { isScalar } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import type { Maker } from './maker.ts'

export interface ForAll {
  readonly schema: unknown
  readonly maker: Maker
  /** Members that operations describe each in its own way, with all that these say. */
  readonly inAll: ReadonlyMap<string, unknown> | undefined
}

/**
 * What was made for a schema, with members that other operations can show as well: what is a URL in one answer is none of any form in
 * another. What the document shows of a member comes first.
 */
export function forAll(made: unknown, { schema, maker, inAll }: ForAll): unknown {
  if (!isObject(made) || inAll === undefined || inAll.size === 0) return made
  const member = (name: string, own: unknown): unknown => {
    const wanted = inAll.get(name)
    if (wanted === undefined || !isScalar(own) || maker.fits(own, wanted)) return own
    return maker.makeIfPossible(wanted, name, 'example') ?? own
  }
  const whole = Object.fromEntries(Object.entries(made).map(([name, own]) => [name, member(name, own)]))
  return maker.fits(whole, schema) ? whole : made
}
