import { isObject } from '@concordat/runtime/json'

/** The location of a value in JSON: names and indexes from the root. */
export type Position = readonly (string | number)[]

/** Returns the positions of all values that are neither lists nor objects. */
export function leavesOf(value: unknown, at: Position = []): readonly Position[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...at, index]))
  if (isObject(value)) return Object.entries(value).flatMap(([name, item]) => leavesOf(item, [...at, name]))
  return [at]
}

/** Returns a copy with another value at a position. */
export function replaceAt(value: unknown, [first, ...rest]: Position, replacement: unknown): unknown {
  if (first === undefined) return replacement
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === first ? replaceAt(item, rest, replacement) : item))
  }
  if (!isObject(value)) throw new Error(`There is no member "${first}".`)
  return { ...value, [first]: replaceAt(value[first], rest, replacement) }
}
