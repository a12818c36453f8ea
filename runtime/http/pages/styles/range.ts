import type { NextFrom } from '../reading/pages.ts'
import { type Following, followTold, type IsMore, type ReadPage } from '../reading/read-page.ts'
import type { PageStyle, Refused } from './style.ts'

type Next = NextFrom<'range'>

/** A response's `Content-Range`: first and last item, counted from 0, and the total, if known. */
const CONTAINED = /^([\w!#$%&'*+.^`|~-]+) (\d+)-(\d+)\/(\d+|\*)$/
/** A requested range, which has a size if it has an end. */
const ASKED = /^([\w!#$%&'*+.^`|~-]+)=(\d+)-(\d*)$/

/** `Content-Range` in a 416: only the total, because the range contains no items. */
const UNSATISFIED = /^([\w!#$%&'*+.^`|~-]+) \*\/(\d+)$/

/**
 * True if an error response means that the list ends before the requested range. @see RFC 9110, section
 * 15.5.17
 */
export function isPastRange({ unit }: Next, { status, headers, asked }: Refused): boolean {
  const [, shown, total] = UNSATISFIED.exec(headers.get('content-range') ?? '') ?? []
  const range = askedRange(unit, asked)
  return status === 416 && shown === unit && range !== undefined && range.start >= Number(total)
}

/**
 * Returns the range that follows the one in the response. A server may also ignore a range and respond with
 * the whole list.
 */
export function followRange(
  { unit }: Next,
  { headers, asked, items }: ReadPage,
  isMore: IsMore,
): Following | undefined {
  const [, shown, first, last, total] = CONTAINED.exec(headers.get('content-range') ?? '') ?? []
  if (shown !== unit) return followTold(undefined, isMore)
  const size = Number(last) - Number(first) + 1
  if (items.length !== size)
    return {
      problem: `has ${items.length} items, but "Content-Range: ${headers.get('content-range')}"`,
    }
  const wanted = askedRange(unit, asked)?.size ?? size
  const end = Number(last) + 1
  const isLast = total === '*' ? size < wanted : end >= Number(total)
  return isLast ? undefined : { value: rangeOf(unit, end, wanted) }
}

function rangeOf(unit: string, start: number, size: number): string {
  return `${unit}=${start}-${start + size - 1}`
}

interface AskedRange {
  readonly start: number
  /** Absent if all items from the start of the range are requested. */
  readonly size?: number
}

/**
 * @returns `undefined` for other units, several ranges, or the last items of a list, which servers may
 * ignore.
 */
function askedRange(unit: string, sent: unknown): AskedRange | undefined {
  const [, asked, first, last = ''] = ASKED.exec(String(sent)) ?? []
  if (asked !== unit) return undefined
  const start = Number(first)
  if (last === '') return { start }
  return Number(last) < start ? undefined : { start, size: Number(last) - start + 1 }
}

/** Returns the requested range if it contains any of the list's items. */
function within(next: Next, sent: unknown, total: number): AskedRange | undefined {
  const range = askedRange(next.unit, sent)
  return range === undefined || range.start >= total ? undefined : range
}

/**
 * A style in which `Range` requests items, and `Content-Range` in a 206 says which ones the response
 * contains. @see RFC 9110, section 14
 */
export const rangeStyle: PageStyle<Next> = {
  toldIn: 'header',
  follow: followRange,
  part: () => 'Content-Range',
  countsItems: true,
  isPastEnd: isPastRange,
  ask: ({ unit }, size) => rangeOf(unit, 0, size),
  cut: (next, { items, sent }) => within(next, sent, items.length)?.start,
  size: (next, { items, sent }) => {
    const { size = items.length } = within(next, sent, items.length) ?? {}
    return size
  },
  lead: ({ unit }, { end, size }) => rangeOf(unit, end, size),
  write(next, { start, size, total, sent }) {
    if (within(next, sent, total) === undefined) return { headers: { 'content-range': '' } }
    const last = Math.min(start + size, total) - 1
    return { status: 206, headers: { 'content-range': `${next.unit} ${start}-${last}/${total}` } }
  },
}
