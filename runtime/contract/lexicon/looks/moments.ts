import { lowerWordsOf } from '../names/words.ts'
import { looks } from '../tables/looks.ts'
import { isCreationName, moments } from '../tables/moments.ts'
import { ranges } from '../tables/ranges.ts'
import type { Moment, ValueSubject } from './subject.ts'
import { textOfTime } from './time-text.ts'

/** Formats of times that are strings. */
const TIME_FORMATS = new Set(['date-time', 'datetime', 'timestamp', 'iso-8601', 'iso8601', 'date'])

/**
 * The kind of time that a property's name indicates; `undefined` if neither the name nor the format indicates
 * a time.
 */
export function momentNamed(name: string, format = ''): Moment | undefined {
  if (!TIME_FORMATS.has(format) && !isTime(name)) return undefined
  return MOMENTS.find(([, isNamed]) => isNamed(name))?.[0] ?? 'other'
}

/** Tests for the names of each moment. A name of several moments has the first one. */
const MOMENTS: readonly (readonly [moment: Moment, isNamed: (name: string) => boolean])[] = [
  ['birth', looks.births.has],
  ['made', isCreationName],
  ['changed', looks.changes.has],
  ['due', looks.deadlines.has],
  ['end', ranges.endings.has],
  ['start', ranges.beginnings.has],
]

/** True for names such as "created_at" and "birthday", and for "created" on its own. */
function isTime(name: string): boolean {
  if (looks.noTimes.has(name)) return false
  const isAlone = lowerWordsOf(name).length === 1 && moments.happened.has(name)
  return isAlone || moments.times.has(name) || looks.days.has(name)
}

/**
 * A moment as strings that `new Date` can parse: the time without milliseconds, only the date, and the time
 * with milliseconds.
 */
export function writtenMoments(subject: ValueSubject, moment: Moment): readonly string[] {
  const time = subject.moment(moment)
  const text = new Date(time).toISOString()
  return [textOfTime(time), text.slice(0, 10), text]
}

/**
 * A moment as strings, beginning with the most likely form for the name, which for "birth_date" and "paid_on"
 * is only a date.
 */
export function momentTexts(
  name: string,
  { subject, moment }: { subject: ValueSubject; moment: Moment },
): readonly string[] {
  const [whole = '', day = '', precise = ''] = writtenMoments(subject, moment)
  return looks.days.has(name) ? [day, whole, precise] : [whole, precise, day]
}

/**
 * A moment as numbers, in seconds and in milliseconds. Seconds come first, unless the property's name or
 * description mentions milliseconds.
 */
export function momentNumbers(
  { subject, moment }: { subject: ValueSubject; moment: Moment },
  { name, description = '' }: { readonly name: string; readonly description?: string | undefined },
): readonly number[] {
  const milliseconds = subject.moment(moment)
  const seconds = Math.floor(milliseconds / 1000)
  const isInMilliseconds = /ms$|millis/i.test(name) || /\bmilli-?seconds?\b|\bms\b/i.test(description)
  return isInMilliseconds ? [milliseconds, seconds] : [seconds, milliseconds]
}
