import { vocabulary } from '../names/vocabulary.ts'

export type Direction = 'rising' | 'falling'

/** Parameters of lists that choose what is shown first. */
export const orders = {
  /** It names the member to order by. */
  by: vocabulary('whole', '_sort order ordering sort_by sortField sortKey sort_column orderBy order_field'),
  /** It says which way. */
  directions: vocabulary(
    'whole',
    'dir direction _order sortOrder sort_dir sortDirection order_dir orderDirection',
  ),
  /** It counts items in their order: one moves on what has the place already. */
  places: vocabulary('last', 'position priority:taskPriority rank order:sort_order ordinal'),
}

/** Words for directions. */
export const directions = {
  rising: vocabulary('whole', 'ASC ascending'),
  falling: vocabulary('whole', 'DESC descending'),
}

/** The direction that a word says; `undefined` for any other word. */
export function directionOf(word: string): Direction | undefined {
  if (directions.rising.has(word)) return 'rising'
  return directions.falling.has(word) ? 'falling' : undefined
}

/** Parameters that look for a text in members which the document does not name. */
export const searches = vocabulary(
  'whole',
  'q query search searchTerm search_text searchQuery term keyword keywords text',
)
