import { isObject } from '@concordat/runtime/json'
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

/** Where an answer says what its own item is called, in an envelope or not. */
const OWN_NAME = /^(\/(data|result))?\/(id|uuid|pk|key|_id)$/

/** Whether a value is what an answer calls its own item, not another one with the same number. */
export function isOwnName({ pointer = '' }: ShownValue): boolean {
  return OWN_NAME.test(pointer)
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
