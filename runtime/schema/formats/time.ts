const ZERO = 48

/** The number that the digits from `start` to `end` write; NaN where one is no digit. */
export function digits(text: string, start: number, end: number): number {
  let value = 0
  for (let index = start; index < end; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0)
}

/** @see RFC 3339, section 5.6, full-date */
export function isDate(text: string): boolean {
  return text.length === 10 && hasDate(text)
}

function hasDate(text: string): boolean {
  if (text[4] !== '-' || text[7] !== '-') return false
  const year = digits(text, 0, 4)
  const day = digits(text, 8, 10)
  return !Number.isNaN(year) && day >= 1 && day <= daysIn(year, digits(text, 5, 7))
}

/** The offset from UTC is required. @see RFC 3339, section 5.6, full-time */
export function isTime(text: string): boolean {
  return hasTime(text, 0)
}

/** @see RFC 3339, section 5.6, date-time */
export function isDateTime(text: string): boolean {
  return hasDate(text) && (text[10] === 'T' || text[10] === 't') && hasTime(text, 11)
}

function hasTime(text: string, start: number): boolean {
  if (text[start + 2] !== ':' || text[start + 5] !== ':') return false
  const hour = digits(text, start, start + 2)
  const minute = digits(text, start + 3, start + 5)
  const second = digits(text, start + 6, start + 8)
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false
  const offset = offsetMinutes(text, afterFraction(text, start + 8))
  if (second < 60) return !Number.isNaN(offset)
  // A leap second is the last of a day in UTC.
  return (hour * 60 + minute - offset + 1440) % 1440 === 1439
}

/** Where a fraction of a second ends; `start` itself when there is none. */
function afterFraction(text: string, start: number): number {
  if (text[start] !== '.') return start
  let end = start + 1
  while (!Number.isNaN(digits(text, end, end + 1))) end++
  // A point without a digit after it ends no offset that could follow.
  return end === start + 1 ? start : end
}

/** The offset that ends the text, in minutes east of UTC; NaN when it is none. */
function offsetMinutes(text: string, start: number): number {
  const sign = text[start]
  if (sign === 'Z' || sign === 'z') return text.length === start + 1 ? 0 : Number.NaN
  if ((sign !== '+' && sign !== '-') || text.length !== start + 6 || text[start + 3] !== ':')
    return Number.NaN
  const hour = digits(text, start + 1, start + 3)
  const minute = digits(text, start + 4, start + 6)
  if (!(hour <= 23 && minute <= 59)) return Number.NaN
  return sign === '+' ? hour * 60 + minute : -(hour * 60 + minute)
}

const TIME = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`
const DATE = String.raw`(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`
const DURATION = /* @__PURE__ */ new RegExp(String.raw`^P(?:${DATE}(?:${TIME})?|${TIME}|\d+W)$`)

/** Whole numbers, no unit left out between two others. @see RFC 3339, appendix A */
export function isDuration(text: string): boolean {
  return DURATION.test(text)
}
