/** A moment on a wall clock, as `Date.UTC` counts it: its UTC fields are what the clock shows. */
type WallClock = Date

/** Lengths that calendars and clocks know; each starts at its own round moment, weeks on Monday. */
export type Unit = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

const minuteLength = 60_000
const hourLength = 60 * minuteLength
const dayLength = 24 * hourLength

/** The start of the unit that holds a moment, in a time zone. */
export function startOf(moment: Date, unit: Unit, timeZone: string): Date {
  // A clock that is put back shows an hour twice: the start of an hour is never sought on the wall.
  if (unit === 'hour') return startOfHour(moment, timeZone)
  const wall = wallClock(moment, timeZone)
  wall.setUTCHours(0, 0, 0, 0)
  if (unit === 'week') wall.setUTCDate(wall.getUTCDate() - ((wall.getUTCDay() + 6) % 7))
  if (unit === 'quarter') wall.setUTCMonth(wall.getUTCMonth() - (wall.getUTCMonth() % 3), 1)
  if (unit === 'month') wall.setUTCDate(1)
  if (unit === 'year') wall.setUTCMonth(0, 1)
  return momentOf(wall, timeZone)
}

/** A moment so many units later, or earlier when negative. The last of a month stays within the month. */
export function shift(moment: Date, count: number, unit: Unit, timeZone: string): Date {
  if (unit === 'hour') return new Date(moment.getTime() + count * hourLength)
  const wall = wallClock(moment, timeZone)
  if (unit === 'day' || unit === 'week') {
    wall.setUTCDate(wall.getUTCDate() + count * (unit === 'week' ? 7 : 1))
    return momentOf(wall, timeZone)
  }
  const months = count * { month: 1, quarter: 3, year: 12 }[unit]
  const day = wall.getUTCDate()
  wall.setUTCMonth(wall.getUTCMonth() + months, 1)
  wall.setUTCDate(Math.min(day, daysInMonth(wall)))
  return momentOf(wall, timeZone)
}

/**
 * The moment at which the clocks of a time zone show this: the first where they show it twice. Where they skip it, they are
 * taken to be put forward only afterwards.
 */
export function momentOf(wall: WallClock, timeZone: string): Date {
  const time = wall.getTime()
  // No zone is a day from UTC, so that one offset is from before the moment, and the other from after it.
  const [first, second] = [time - dayLength, time + dayLength].map((near) => time - offsetAt(near, timeZone))
  const shows = (moment = Number.NaN) => moment + offsetAt(moment, timeZone) === time
  return new Date((shows(first) || !shows(second) ? first : second) ?? Number.NaN)
}

function wallClock(moment: Date, timeZone: string): WallClock {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone))
}

function startOfHour(moment: Date, timeZone: string): Date {
  const time = moment.getTime() + offsetAt(moment.getTime(), timeZone)
  return new Date(moment.getTime() - (((time % hourLength) + hourLength) % hourLength))
}

function daysInMonth(wall: WallClock): number {
  return new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds by which a time zone's clocks are ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC' || Number.isNaN(time)) return 0
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  return shown - Math.floor(time / 1000) * 1000
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const numeric = 'numeric'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  formats.set(timeZone, format)
  return format
}
