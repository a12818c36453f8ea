import { Refusal } from '../refusals/refusal.ts'
import { analysisRefusals } from './refusals.ts'
import { momentOfZonedTime, shiftZonedTime, startOfZonedUnit, type Unit } from './zoned-time.ts'

/** A time range that includes `from` and excludes `to`. */
export interface Range {
  readonly from: Date
  readonly to: Date
}

/** The current time and time zone, for parsing dates. */
export interface Clock {
  readonly now: Date
  /** A name that `Intl` knows: `Europe/Berlin`. */
  readonly timeZone: string
}

/** Start of the range `all`; no events are expected before it. */
const earliest = new Date('2015-01-01T00:00:00Z')

/** Default start of a view's range. */
const defaultFrom = '-7d'

/**
 * Maximum number of periods. More would be unreadable, and the database would have to search a long array.
 */
const mostPeriods = 10_000

/**
 * Parses a view's dates: `2026-01-31`, a time in ISO 8601, `-7d`, `-1mStart`, `mStart`, `all`. If `dateTo` is
 * a day, the range includes the whole day.
 * @throws Refusal if a date has none of these forms.
 */
export function readDateRange(
  { dateFrom, dateTo }: { dateFrom: string | undefined; dateTo: string | undefined },
  clock: Clock,
): Range {
  return {
    from: readDate(dateFrom || defaultFrom, 'date_from', clock).from,
    to: dateTo ? readDate(dateTo, 'date_to', clock).to : clock.now,
  }
}

/**
 * Parses one date: a whole day, or a time, which is both start and end of its range.
 * @throws Refusal that identifies the parameter.
 */
export function readDate(text: string, parameter: string, clock: Clock): Range {
  const range = text === 'all' ? at(earliest) : (readAbsolute(text, clock) ?? readRelative(text, clock))
  if (range === undefined || !isUsable(range.from) || !isUsable(range.to))
    throw new Refusal(analysisRefusals.dateSyntax, parameter)
  return range
}

const at = (moment: Date): Range => ({ from: moment, to: moment })

/** True for years from 1000 to 9998, which ISO 8601 writes with four digits. */
function isUsable(moment: Date): boolean {
  return moment.getTime() >= Date.UTC(1000, 0) && moment.getTime() < Date.UTC(9999, 0)
}

const absolute = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/

function readAbsolute(text: string, { timeZone }: Clock): Range | undefined {
  const [, date, time, offset] = absolute.exec(text) ?? []
  if (date === undefined || !isCalendarDate(date)) return undefined
  if (time === undefined) {
    const from = momentOfZonedTime(new Date(`${date}T00:00:00Z`), timeZone)
    return { from, to: shiftZonedTime(from, 1, 'day', timeZone) }
  }
  if (offset === undefined) return at(momentOfZonedTime(new Date(`${date}T${time}Z`), timeZone))
  return at(new Date(`${date}T${time}${offset}`))
}

/** True for a date that exists in the calendar; JavaScript would accept February 30 as March 2. */
function isCalendarDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const relative = /^(?:-(\d{1,5}))?([hdwmqy])(Start|End)?$/

const units: Readonly<Record<string, Unit>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
}

/** Parses a relative date. `-7d` is the whole day seven days ago, but a date in hours is an exact time. */
function readRelative(text: string, { now, timeZone }: Clock): Range | undefined {
  const [, count, letter = '', edge] = relative.exec(text) ?? []
  const unit = units[letter]
  if (unit === undefined || (count === undefined && edge === undefined)) return undefined
  const moment = shiftZonedTime(now, -Number(count ?? 0), unit, timeZone)
  if (edge === undefined && unit === 'hour') return at(moment)
  const start = startOfZonedUnit(moment, edge === undefined ? 'day' : unit, timeZone)
  const end = shiftZonedTime(start, 1, edge === undefined ? 'day' : unit, timeZone)
  return edge === 'End' ? at(end) : edge === 'Start' ? at(start) : { from: start, to: end }
}

/**
 * The bounds of the periods in a range; there is one more bound than there are periods.
 * @throws Refusal if there are too many periods.
 */
export function periodsOfRange({ from, to }: Range, unit: Unit, timeZone: string): readonly Date[] {
  const bounds = [startOfZonedUnit(from, unit, timeZone)]
  for (let last = bounds[0]; last !== undefined && last < to; ) {
    if (bounds.length > mostPeriods) throw new Refusal(analysisRefusals.tooManyPeriods, 'interval')
    last = startOfZonedUnit(shiftZonedTime(last, 1, unit, timeZone), unit, timeZone)
    bounds.push(last)
  }
  return bounds
}
