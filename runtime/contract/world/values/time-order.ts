import { plainName, ranges } from '../../lexicon/lexicon.ts'

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
