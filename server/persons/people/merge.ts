import { type CapturedEvent, touchesPersons } from '../../events/captured-event.ts'

/** States that a distinct id belongs to the same person as another distinct id. */
export interface Merge {
  /** The id whose person is merged into the person to whom the event's own id belongs. */
  readonly from: string
  /** True if even an identified person is allowed to be merged into another person. */
  readonly isForced: boolean
}

/**
 * Maximum length of a distinct id in a merge, in UTF-16 code units. The column allows more, but longer ids
 * are mistakes.
 */
const longestId = 400

/**
 * Ids that programs send for every unknown person. Merging them would turn all these people into one person.
 */
const refusedInAnyCase = new Set([
  'anonymous',
  'guest',
  'distinctid',
  'distinct_id',
  'id',
  'not_authenticated',
  'email',
  'undefined',
  'true',
  'false',
])
const refused = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0', 'undefined', ''])

/**
 * The ids that an event declares to belong to one person.
 * @returns `undefined` if there are none, or if an id must not be merged.
 */
export function mergeOfPersons(event: CapturedEvent): Merge | undefined {
  if (!touchesPersons(event)) return undefined
  const { $anon_distinct_id: anonymous, alias } = event.properties
  const from = event.event === '$identify' ? anonymous : isAlias(event) ? alias : undefined
  if (typeof from !== 'string' && typeof from !== 'number') return undefined
  const isRefused = [String(from), event.distinctId].some(
    (id) => isRefusedPersonId(id) || id.length > longestId,
  )
  if (isRefused || String(from) === event.distinctId) return undefined
  return { from: String(from), isForced: event.event === '$merge_dangerously' }
}

/** True if an id, bare or in quotes, identifies no particular person. */
export function isRefusedPersonId(id: string): boolean {
  const bare = /^(["'])(.*)\1$/s.exec(id.trim())?.[2] ?? id.trim()
  return refusedInAnyCase.has(bare.toLowerCase()) || refused.has(bare.trim())
}

function isAlias({ event }: CapturedEvent): boolean {
  return event === '$create_alias' || event === '$merge_dangerously'
}
