import { isObject } from '@concordat/runtime/json'
import { isQuantityName, timeOfText } from '../../../lexicon/lexicon.ts'

/**
 * A number in an object: a property, a property of a nested object, the length of a list, or a sum over a
 * list.
 */
export interface OwnNumber {
  readonly value: number
  /** The kind of number. A time is in milliseconds since 1970. */
  readonly kind: 'number' | 'time' | 'length' | 'sum'
}

/** Numbers by name: "total", "size.width", "the number of lines", "the sum of lines.total". */
export type Numbers = Readonly<Record<string, OwnNumber>>

/**
 * Returns an object's numbers, except those that identify something. Properties nested more than one level
 * deep are omitted, because there would be too many to compare.
 */
export function loggedNumbers(object: { readonly [name: string]: unknown }): Numbers {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, OwnNumber][] => {
      if (Array.isArray(value)) return ofList(name, value)
      if (isObject(value))
        return Object.entries(value).flatMap(([inner, own]) =>
          isQuantityName(inner) ? ofMember(`${name}.${inner}`, own) : [],
        )
      return isQuantityName(name) ? ofMember(name, value) : []
    }),
  )
}

function ofMember(name: string, value: unknown): [string, OwnNumber][] {
  if (typeof value === 'number' && Number.isFinite(value)) return [[name, { value, kind: 'number' }]]
  const time = timeOfText(value)
  return time === undefined ? [] : [[name, { value: time, kind: 'time' }]]
}

function ofList(name: string, list: readonly unknown[]): [string, OwnNumber][] {
  const names = new Set(list.flatMap((one) => (isObject(one) ? Object.keys(one) : [])))
  const sums = [...names].flatMap((inner): [string, OwnNumber][] => {
    const values = list.map((one) => (isObject(one) ? one[inner] : undefined))
    if (!isQuantityName(inner) || !values.every((value) => typeof value === 'number')) return []
    const value = values.reduce((sum, one) => sum + one, 0)
    return [[`the sum of ${name}.${inner}`, { value, kind: 'sum' }]]
  })
  return [[`the number of ${name}`, { value: list.length, kind: 'length' }], ...sums]
}
