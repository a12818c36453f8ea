import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  [name: string]: Json
}

/** True for a JSON object, false for an array or any other value. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Maximum depth of a value, so that recursion in PostgreSQL and in this program does not overflow a stack.
 */
const deepest = 200

/**
 * Makes all strings in a value storable in PostgreSQL: a null character or half of a surrogate pair becomes
 * U+FFFD. Returns the value itself if nothing changes, because copying half a million properties takes
 * seconds.
 * @throws Refusal if the value is nested too deeply.
 */
export function storableValue<Value extends Json>(value: Value): Value
export function storableValue(value: Json): Json {
  return isStorable(value, 0) ? value : cleaned(value, 0)
}

/** Converts a string to one that PostgreSQL can store. */
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
  // `fromEntries` keeps a property named __proto__, which an assignment would not.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), cleaned(member, depth + 1)]),
  )
}
