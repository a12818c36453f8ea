import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** RFC 3339's date-time, which the document's validation has found the text to be. */
const parts = /^(\S{10})[Tt](\d\d:\d\d:)(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/
const first = Date.parse('0001-01-01T00:00:00Z')
const afterLast = Date.parse('9999-12-31T23:59:59Z') + 1000

/**
 * Writes a moment in UTC, to the microsecond: PostgreSQL reads no offset of 16 hours or more, and `Date` no
 * leap second, which becomes the second after it.
 * @param text RFC 3339, with any offset.
 * @param attr The member or parameter that it stands in.
 * @throws {Refusal} when the moment is in no year from 1 to 9999 of UTC: neither the database
 * nor ISO 8601 has a form for it.
 */
export function momentInUtc(text: string, attr: string): string {
  const [, date = '', time = '', second = '', fraction = '', offset = ''] = parts.exec(text) ?? []
  const isLeap = second === '60'
  const known = Date.parse(`${date}T${time}${isLeap ? '59' : second}${offset.toUpperCase()}`)
  const moment = isLeap ? known + 1000 : known
  if (!(moment >= first && moment < afterLast)) throw new Refusal(generalRefusals.momentOutOfRange, attr)
  return `${new Date(moment).toISOString().slice(0, 19)}${isLeap ? '' : fraction.slice(0, 7)}Z`
}

/** The same for members of an object, any of which may be null or absent. */
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
