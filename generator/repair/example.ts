import { looks, secrets, texts } from '@concordat/contract/lexicon'
import type { Sighting } from '@concordat/contract/passive'
import { isObject } from '@concordat/runtime/json'
import { isMapSeen } from './schema-of.ts'

/** Maximum number of list items in an example. */
const MOST_ITEMS = 1
/**
 * If a member has at most this many distinct strings, the repeated ones are considered words of the API, not
 * personal data.
 */
const MOST_WORDS = 12
const WORD = /^[A-Za-z][\w.-]{0,31}$/

/** Example texts by format. */
const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'user@example.com',
  uri: 'https://example.com/',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

/**
 * The first observed value, made safe for an example. Numbers, dates and repeated words are kept, unless a
 * member's name suggests a secret or personal data. Other strings are replaced.
 */
export function exampleSeen(seen: Sighting, name = ''): unknown {
  return shown(seen.first, { seen, name })
}

interface At {
  readonly seen: Sighting | undefined
  readonly name: string
}

function shown(value: unknown, at: At): unknown {
  const { seen, name } = at
  if (Array.isArray(value))
    return value.slice(0, MOST_ITEMS).map((item) => shown(item, { seen: seen?.items, name }))
  if (isObject(value)) return shownObject(value, at)
  if (typeof value === 'string') return shownText(value, at)
  return typeof value === 'number' && isHiddenInRepairs(name) ? 0 : value
}

function shownObject(value: Readonly<Record<string, unknown>>, { seen }: At): unknown {
  // Member names can be personal data themselves.
  if (seen === undefined || isMapSeen(seen)) return {}
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    shown(inner, { seen: seen.members.get(name), name }),
  ])
  return Object.fromEntries(members)
}

function shownText(text: string, { seen, name }: At): string {
  const formats = seen?.formats ?? []
  const format = formats.find((each) => each in OF_FORMAT)
  if (format !== undefined) return OF_FORMAT[format] ?? ''
  if (isHiddenInRepairs(name)) return text === '' ? '' : 'text'
  if (formats.some((each) => each === 'date-time' || each === 'date')) return text
  return text === '' || isWord(text, seen) ? text : 'text'
}

/** True for one of a few strings that were seen several times, such as a status or a kind. */
function isWord(text: string, seen: Sighting | undefined): boolean {
  if (seen === undefined || seen.hasMoreValues || seen.values.size > MOST_WORDS || !WORD.test(text))
    return false
  return (seen.values.get(JSON.stringify(text))?.times ?? 0) > 1
}

/** Names of members that can hold personal data: identity, addresses, contacts, pictures and free text. */
const PERSONAL = [
  ...[looks.emails, looks.phones, looks.givenNames, looks.familyNames, looks.userNames, looks.persons],
  ...[looks.streets, looks.secondLines, looks.addresses, looks.cities, looks.postcodes, looks.births],
  ...[looks.latitudes, looks.longitudes, looks.addressesOfHosts, looks.pictures, looks.prose, texts.prose],
]

/** True for a member whose values must not be shown, because its name suggests a secret or personal data. */
export function isHiddenInRepairs(name: string): boolean {
  return [secrets.members, secrets.short, ...PERSONAL].some((known) => known.has(name))
}
