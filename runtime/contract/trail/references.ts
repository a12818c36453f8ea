import { isObject } from '@concordat/runtime/json'
import { envelopes, identifiers } from '@concordat/runtime/lexicon'
import { namesItem } from '../document/resource-lookup.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { jsonOf } from '../exchange/json-text.ts'
import { isRead, isTaken } from './makers.ts'
import { type ShownValue, segmentsOf, shownIn } from './shown-values.ts'

/** A member of a body that names an item: `"playbook": 2`. */
export interface Reference {
  readonly text: string
  /** The member that has it, as the body spells it. */
  readonly member: string
}

/** True for what an answer calls its own item, in an envelope or not, and not for another one with the same number. */
export function isOwnName({ pointer = '' }: ShownValue): boolean {
  const [name = '', envelope, ...others] = pointer.split('/').slice(1).toReversed()
  const isAround = envelope === undefined || envelopes.ofOne.has(envelope)
  return others.length === 0 && isAround && identifiers.own.has(name)
}

/** Ids in a body by the names of their members: a short number by itself may stand there by chance. */
export function referencesIn(body: string): readonly Reference[] {
  const value = jsonOf(body)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([member, id]) =>
    typeof id === 'number' || typeof id === 'string' ? [{ text: String(id), member }] : [],
  )
}

/** The name of the item that an exchange made in the collection which a reference speaks of: "playbook" of what POST /playbooks made. */
export function referredIn(exchange: Exchange, { text, member }: Reference): ShownValue | undefined {
  const { request } = exchange
  if (isRead(request) || request.method !== 'POST' || !isTaken(exchange)) return undefined
  const collection = segmentsOf(request.url).at(-1) ?? ''
  if (!namesItem(member, collection)) return undefined
  return shownIn(exchange).find((value) => value.text === text && isOwnName(value))
}
