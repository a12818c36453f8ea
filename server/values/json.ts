import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** A value of JSON. */
export type Json = string | number | boolean | null | Json[] | JsonObject

/** An object of JSON. */
export interface JsonObject {
  [name: string]: Json
}

/** Tells an object of JSON from an array and from every other value. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maximum depth of values: recursive readers in PostgreSQL and this program must not exhaust a stack. */
const deepest = 200

/**
 * The same value with texts that PostgreSQL can hold: a null character or half of a surrogate pair becomes
 * U+FFFD. It copies only parts that have one: copying half a million members takes seconds.
 * @throws Refusal when it is nested too deep.
 */
export function storable<Value extends Json>(value: Value): Value
export function storable(value: Json): Json {
  return isStorable(value, 0) ? value : cleaned(value, 0)
}

/** A text that PostgreSQL can hold. */
export function storableText(text: string): string {
  return isStorableText(text) ? text : text.toWellFormed().replaceAll('\0', '\ufffd')
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function isStorable(value: Json | undefined, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === deepest) throw new Refusal(generalRefusals.nestedTooDeep)
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1))
  return Object.keys(value).every((name) => isStorableText(name) && isStorable(value[name], depth + 1))
}

function cleaned(value: Json, depth: number): Json {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) throw new Refusal(generalRefusals.nestedTooDeep)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1))
  // A member named __proto__ stays a member: `fromEntries` defines it, where an assignment would not.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), cleaned(member, depth + 1)]),
  )
}
