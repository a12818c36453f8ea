import type { ExportInterval } from '../tables.ts'

/** A time span, excluding `end`. */
export interface IntervalSpan {
  readonly start: Date
  readonly end: Date
}

const minute = 60_000

/** Length of each interval, in milliseconds. */
export const intervalLengths: Readonly<Record<ExportInterval, number>> = {
  'every 5 minutes': 5 * minute,
  hour: 60 * minute,
  day: 24 * 60 * minute,
  week: 7 * 24 * 60 * minute,
}

/** The first Sunday of 1970, on which a week begins: January 1 was a Thursday. */
const firstSunday = 3 * intervalLengths.day

/**
 * The latest start of an interval at or before a time. Intervals start at multiples of five minutes, full
 * hours, midnights or Sundays in UTC.
 */
export function intervalStart(interval: ExportInterval, moment: Date): Date {
  const length = intervalLengths[interval]
  const phase = interval === 'week' ? firstSunday : 0
  return new Date(Math.floor((moment.getTime() - phase) / length) * length + phase)
}

/**
 * Splits a span into intervals, oldest first. If the span begins within an interval, the first interval is
 * shorter. An incomplete interval at the end is omitted.
 * @param most maximum number of intervals.
 */
export function exportIntervals(
  interval: ExportInterval,
  { start, end }: IntervalSpan,
  most: number,
): IntervalSpan[] {
  const spans: IntervalSpan[] = []
  for (let from = start; spans.length < most; ) {
    const to = new Date(intervalStart(interval, from).getTime() + intervalLengths[interval])
    if (to > end) break
    spans.push({ start: from, end: to })
    from = to
  }
  return spans
}
