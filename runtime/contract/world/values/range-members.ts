import { isObject } from '@concordat/runtime/json'
import { moments, plainName, ranges, snakeCase } from '../../lexicon/lexicon.ts'
import { timeOfText } from './same.ts'

/**
 * The members of an object with its times in order: a member named as a start is not later than one named as
 * an end, whichever the schema has first.
 */
export function withTimesInOrder(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [start] = timesOf(value, ranges.beginnings.has)
  const [end] = timesOf(value, isEnding)
  if (start === undefined || end === undefined || start[1] <= end[1]) return { ...value }
  return { ...value, [start[0]]: end[1], [end[0]]: start[1] }
}

/** Only "to": "total" and "topic" begin with it as well. */
function isEnding(name: string): boolean {
  return ranges.endings.has(name) || plainName(name) === 'to'
}

/** Texts that are dates or times; those of one kind can be compared as texts. */
function timesOf(
  value: Readonly<Record<string, unknown>>,
  isMeant: (name: string) => boolean,
): [string, string][] {
  return Object.entries(value).filter(
    (member): member is [string, string] =>
      isMeant(member[0]) && typeof member[1] === 'string' && /^\d{4}-\d\d-\d\d/.test(member[1]),
  )
}
/** The member that one end of a range restricts. */
export interface BoundedMember {
  /** Its name in snake_case. */
  readonly member: string
  /** True if it is a date or a time, false if it is a number. */
  readonly isTime: boolean
}

/** Numbers, or milliseconds of times, of an item's member that a range restricts. */
export function boundedValues(item: unknown, bound: BoundedMember): number[] {
  return Object.entries(isObject(item) ? item : {}).flatMap(([key, value]) => {
    const number = bound.isTime ? momentOfText(value) : value
    return isBoundedMember(key, bound) && typeof number === 'number' ? [number] : []
  })
}

/** True if a time is named after its event, with another word in the item: "created" and "created_at". */
export function isBoundedMember(key: string, { member, isTime }: BoundedMember): boolean {
  const name = snakeCase(key)
  return (
    name === member ||
    (isTime && name.startsWith(`${member}_`) && moments.times.has(plainName(name.slice(member.length))))
  )
}

/** Milliseconds of a time, or of the beginning of a date. */
export function momentOfText(value: unknown): number | undefined {
  return timeOfText(value) ?? dayOf(value)
}

function dayOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : undefined
}
