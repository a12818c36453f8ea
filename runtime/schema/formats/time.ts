const DAY_31 = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])'
const DAY_30 = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)'
const DAY_28 = '02-(?:0[1-9]|1\\d|2[0-8])'
const LEAP_YEAR = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const DATE = `(?:\\d{4}-(?:${DAY_31}|${DAY_30}|${DAY_28})|${LEAP_YEAR}-02-29)`
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d'

const FULL_DATE = /* @__PURE__ */ new RegExp(`^${DATE}$`)
const DATE_TIME = /* @__PURE__ */ new RegExp(`^${DATE}T${CLOCK}:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-]${CLOCK})$`, 'i')

/** @see RFC 3339, section 5.6, full-date */
export function isDate(text: string): boolean {
  return FULL_DATE.test(text)
}

/** True for a time with its offset from UTC. @see RFC 3339, section 5.6, full-time */
export function isTime(text: string): boolean {
  return isDateTime(`1970-01-01T${text}`)
}

/** @see RFC 3339, section 5.6, date-time */
export function isDateTime(text: string): boolean {
  return DATE_TIME.test(text) || isLeapSecond(text)
}

/** True for a leap second, which is an additional second at the end of a UTC day. */
function isLeapSecond(text: string): boolean {
  const before = text.replace(/:60(?=[.Z+-])/i, ':59')
  return (
    before !== text &&
    DATE_TIME.test(before) &&
    new Date(before.toUpperCase()).toISOString().includes('T23:59:59')
  )
}

const TIME_PARTS = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`
const DATE_PARTS = String.raw`(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`
const DURATION = /* @__PURE__ */ new RegExp(
  String.raw`^P(?:${DATE_PARTS}(?:${TIME_PARTS})?|${TIME_PARTS}|\d+W)$`,
)

/** True for a duration of whole numbers that omits no unit between two others. @see RFC 3339, appendix A */
export function isDuration(text: string): boolean {
  return DURATION.test(text)
}
