import { pluralsOf, singularOf } from '../names/inflection.ts'
import { vocabulary } from '../names/vocabulary.ts'
import { lowerWordsOf, plainName } from '../names/words.ts'

export type SortDirection = 'rising' | 'falling'

/** Parameters that determine the order of lists. */
export const orders = {
  /** Parameters whose value is the property to order by. */
  by: vocabulary('whole', '_sort order ordering sort_by sortField sortKey sort_column orderBy order_field'),
  /** Parameters whose value is the direction. */
  directions: vocabulary(
    'whole',
    'dir direction _order sortOrder sort_dir sortDirection order_dir orderDirection',
  ),
  /**
   * Properties that contain an item's position among its siblings. A new item displaces the item that already
   * has its position.
   */
  places: vocabulary('last', 'position priority:taskPriority rank order:sort_order ordinal'),
  /** Those of them that number the siblings, so that no two items share one. */
  serial: vocabulary('last', 'position:list_position ordinal'),
  /** Path parameters that number the parts of one item. */
  numbers: vocabulary('last', 'index position:list_position ordinal'),
}

/** Words for directions. */
export const directions = {
  rising: vocabulary('whole', 'ASC ascending'),
  falling: vocabulary('whole', 'DESC descending'),
}

/** The direction that a word stands for; `undefined` for any other word. */
export function directionOf(word: string): SortDirection | undefined {
  if (directions.rising.has(word)) return 'rising'
  return directions.falling.has(word) ? 'falling' : undefined
}

/** Parameters that search for a string in properties that the document does not specify. */
export const searches = vocabulary(
  'whole',
  `q query search searchTerm search_text searchQuery term keyword keywords text
contains textContains nameContains titleContains`,
)

/** Names of numbers. */
export const counts = {
  /** Words before or after the name of the counted things: "frame_count", "numberOfFrames". */
  beside: vocabulary('whole', 'count numberOf num numOf total totalNumberOf size'),
  /**
   * Counts that do not decrease when a thing is removed, because they count all things that ever existed, or
   * those that nobody has seen yet.
   */
  lasting: vocabulary('any', 'unread:unread_count unseen:unseenMessages new:new_replies ever:ever_sent'),
  /** Counts of what is left, which decrease when something is taken. */
  spare: vocabulary(
    'any',
    `available:seatsAvailable free:free_beds left:places_left remaining:remainingLicenses stock:stock_level
vacant:vacantRooms vacancies`,
  ),
  /** Words in the name of a sum that are not in the name of the summed property. */
  sums: vocabulary('any', 'total:total_unread_count sum:sum_of_amounts overall:overallSize'),
  /** Objects that contain numbers: "counts.frames", "stats.frames". */
  around: vocabulary('whole', 'counts counters stats statistics totals'),
  /** Progress of work, which never decreases. */
  progress: vocabulary('any', 'progress:jobProgress percent:percent_done percentage:completionPercentage'),
  /** Versions, which increase with each change. A server rejects a change that has an old version. */
  versions: vocabulary('whole', 'version lockVersion rowVersion resourceVersion revision rev generation'),
}

/**
 * True for the number of items in a collection: "frame_count", "numFrames" and "frames" are counts of
 * "frames".
 */
export function countsThings(name: string, collection: string): boolean {
  const one = singularOf(collection)
  return [collection, ...pluralsOf(one), one].some((thing) => {
    if (!plainName(name).includes(plainName(thing))) return false
    const rest = plainName(name).replace(plainName(thing), '')
    return rest === '' ? thing !== one : counts.beside.has(rest)
  })
}

/** True for the sum of a property: "unreadCount" and "total_unread_count" are sums of "unread_count". */
export function isSumOf(name: string, member: string): boolean {
  const [own, summed] = [name, member].map((text) =>
    lowerWordsOf(text).filter((word) => !counts.sums.has(word)),
  )
  return summed !== undefined && summed.length > 0 && own?.join() === summed.join()
}

/**
 * True for the number of all or some of the items: "replyCount" counts "replies", and "open_task_count"
 * counts "tasks".
 */
export function countsSome(name: string, collection: string): boolean {
  if (countsThings(name, collection)) return true
  const one = plainName(singularOf(collection))
  const words = lowerWordsOf(name)
  const isCount = words.some((word) => counts.beside.has(word))
  return (
    isCount &&
    !counts.lasting.has(name) &&
    one !== '' &&
    words.some((word) => plainName(singularOf(word)) === one)
  )
}
