import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import {
  DAY_MS,
  isDateOrTime,
  momentOfText,
  moments,
  plainName,
  ranges,
  snakeCase,
  textOfTime,
  timeOfText,
} from '../../lexicon/lexicon.ts'

/**
 * Returns an object's properties with its times in order: the first property named as a start is not later
 * than the first one named as an end, whichever comes first in the schema.
 */
export function withTimesInOrder(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [start] = timesOf(value, ranges.beginnings.has)
  const [end] = timesOf(value, isEnding)
  if (start === undefined || end === undefined || start[1] <= end[1]) return { ...value }
  return { ...value, [start[0]]: end[1], [end[0]]: start[1] }
}

/**
 * Returns an object with one property set. If that property is a time and becomes later than the end of its
 * range, or earlier than the start, the range's other time moves with it and the range keeps its length.
 */
export function withTimeSet(
  object: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const set = { ...object, [name]: value }
  const [start] = timesOf(set, ranges.beginnings.has)
  const [end] = timesOf(set, isEnding)
  if (start === undefined || end === undefined || start[1] <= end[1]) return set
  const [other, direction] = name === start[0] ? [end, 1] : [start, -1]
  const time = momentOfText(value)
  if (time === undefined || ![start[0], end[0]].includes(name)) return set
  const length = (momentOfText(object[end[0]]) ?? 0) - (momentOfText(object[start[0]]) ?? 0)
  const moved = textOfTime(time + direction * (length > 0 ? length : DAY_MS))
  return {
    ...set,
    [other[0]]: timeOfText(other[1]) === undefined ? moved.slice(0, 10) : moved,
  }
}

/** Accepts "to" only as a whole name, because "total" and "topic" begin with it as well. */
function isEnding(name: string): boolean {
  return ranges.endings.has(name) || plainName(name) === 'to'
}

/**
 * Returns the names and values of an object's dates and times whose names match. Values in the same format
 * and time zone can be compared as strings.
 */
function timesOf(
  value: Readonly<Record<string, unknown>>,
  isMeant: (name: string) => boolean,
): [string, string][] {
  return Object.entries(value).filter(
    (member): member is [string, string] => isMeant(member[0]) && isDateOrTime(member[1]),
  )
}

/**
 * Returns the property that a bound restricts, in snake_case: the one that the bound's name contains or, if
 * the name is only that of an end, like "from", the item's only property with the bound's format.
 * @param of the property in the bound's name; empty if the name contains none.
 */
export function memberBounded(
  of: string,
  format: unknown,
  members: ReadonlyMap<string, Schema>,
): string | undefined {
  if (of !== '') return of
  const [only, ...others] = [...members].filter(([, { keywords }]) => keywords.format === format)
  return format === undefined || only === undefined || others.length > 0 ? undefined : snakeCase(only[0])
}

/** The property that one end of a range restricts. */
export interface BoundedMember {
  /** Its name in snake_case. */
  readonly member: string
  /** True if the property is a date or time, false if it is a number. */
  readonly isTime: boolean
}

/**
 * Returns the values of an item's property that a range restricts: its numbers, or its times in milliseconds.
 */
export function boundedValues(item: unknown, bound: BoundedMember): number[] {
  return Object.entries(isObject(item) ? item : {}).flatMap(([key, value]) => {
    const number = bound.isTime ? momentOfText(value) : value
    return isBoundedMember(key, bound) && typeof number === 'number' ? [number] : []
  })
}

/**
 * True if a property has the bounded name. A time's name may also consist of the bounded name and a word for
 * a time: "created_at" for "created".
 */
export function isBoundedMember(key: string, { member, isTime }: BoundedMember): boolean {
  const name = snakeCase(key)
  return (
    name === member ||
    (isTime && name.startsWith(`${member}_`) && moments.times.has(plainName(name.slice(member.length))))
  )
}
