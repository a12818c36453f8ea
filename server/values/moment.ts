import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** Splits an RFC 3339 date-time that has already been validated against the document. */
const parts = /^(\S{10})[Tt](\d\d:\d\d:)(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/
const first = Date.parse('0001-01-01T00:00:00Z')
const afterLast = Date.parse('9999-12-31T23:59:59Z') + 1000

/**
 * Converts a time to UTC, because PostgreSQL allows no offset of 16 hours or more. Digits beyond microseconds
 * are cut. `Date` has no leap seconds, so a leap second becomes the next second.
 * @param text RFC 3339, with any offset.
 * @param attr the property or parameter that contains the time.
 * @throws Refusal if the UTC year is not from 1 to 9999, because PostgreSQL and ISO 8601 have no common form
 * for other years.
 */
export function momentInUtc(text: string, attr: string): string {
  const [, date = '', time = '', second = '', fraction = '', offset = ''] = parts.exec(text) ?? []
  const isLeap = second === '60'
  const known = Date.parse(`${date}T${time}${isLeap ? '59' : second}${offset.toUpperCase()}`)
  const moment = isLeap ? known + 1000 : known
  if (!(moment >= first && moment < afterLast)) throw new Refusal(generalRefusals.momentOutOfRange, attr)
  return `${new Date(moment).toISOString().slice(0, 19)}${isLeap ? '' : fraction.slice(0, 7)}Z`
}

/** Converts several of an object's properties as `momentInUtc` does. Each of them can be null or absent. */
export function momentsInUtc<Name extends string>(
  values: { readonly [name in Name]?: string | null | undefined },
  names: readonly Name[],
): { [name in Name]: string | null | undefined } {
  const entries = names.map((name) => {
    const value = values[name]
    return [name, typeof value === 'string' ? momentInUtc(value, name) : value]
  })
  return Object.fromEntries(entries)
}
