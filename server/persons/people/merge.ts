import { type CapturedEvent, touchesPersons } from '../../events/captured-event.ts'

/** Statement that one distinct id belongs to the person of another. */
export interface Merge {
  /** The id whose person is merged into that of the event's own id. */
  readonly from: string
  /** True if an identified person may be merged into another. */
  readonly isForced: boolean
}

/** The column of distinct ids can hold more; longer ones than this are mistakes. In UTF-16 code units. */
const longestId = 400

/** Ids that programs send for every unknown person: a merge would make one person of all of them. */
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
 * Reads which ids an event says to be one person.
 * @returns `undefined` when it says none, or names an id that must not be merged.
 */
export function mergeOf(event: CapturedEvent): Merge | undefined {
  if (!touchesPersons(event)) return undefined
  const { $anon_distinct_id: anonymous, alias } = event.properties
  const from = event.event === '$identify' ? anonymous : isAlias(event) ? alias : undefined
  if (typeof from !== 'string' && typeof from !== 'number') return undefined
  const isRefused = [String(from), event.distinctId].some((id) => isRefusedId(id) || id.length > longestId)
  if (isRefused || String(from) === event.distinctId) return undefined
  return { from: String(from), isForced: event.event === '$merge_dangerously' }
}

/** True if an id may stand for nobody in particular, bare or in quotes. */
export function isRefusedId(id: string): boolean {
  const bare = /^(["'])(.*)\1$/s.exec(id.trim())?.[2] ?? id.trim()
  return refusedInAnyCase.has(bare.toLowerCase()) || refused.has(bare.trim())
}

function isAlias({ event }: CapturedEvent): boolean {
  return event === '$create_alias' || event === '$merge_dangerously'
}
