import { vocabulary } from '../names/vocabulary.ts'
import { lowerWordsOf } from '../names/words.ts'

/** Properties that contain the time of an event, and related properties. */
export const moments = {
  /** The time of an event, the person who caused it, or a flag that it happened. */
  happened: vocabulary(
    'any',
    `created:createdBy updated:last_updated modified:modifiedBy deleted:is_deleted started:started_by finished`,
  ),
  /** The time of the last change of a whole item. */
  wholeChange: vocabulary(
    'whole',
    `updated updated_at updatedOn modified modified_at modifiedOn last_updated last_modified lastUpdatedAt
lastModifiedAt date_updated date_modified`,
  ),
  /** The time of the last change, perhaps of a part. */
  lastChange: vocabulary('any', 'updated:last_updated modified:modifiedAt changed:changed_at'),
  /** Words that indicate a time if they are the last word of a name. */
  times: vocabulary(
    'last',
    'at:closedAt on:paid_on date:birth_date time:departureTime datetime:startDatetime timestamp',
  ),
  /** Durations, which follow from a beginning and an end. */
  spans: vocabulary('inside', 'duration:durationMs elapsed:elapsed_time run_time latency:p99Latency'),
}

/** Names for the time when an item was created, and for its creator. */
export const creation = {
  before: vocabulary('first', 'created:created_at creation:creationTime date_created dateCreation'),
  behind: vocabulary('last', 'created:recordCreated'),
}

/**
 * True for the time or the author of an item's creation: "created_at", "createdBy", "date_created",
 * "recordCreated".
 */
export function isCreationName(name: string): boolean {
  return creation.before.has(name) || creation.behind.has(name)
}

/**
 * True for the name of the time at which an item entered a state: "paid_at" for "paid", "archivedOn" for
 * "is_archived".
 */
export function isTimeOfState(name: string, state: string): boolean {
  const words = lowerWordsOf(state).filter((word, index) => word !== 'is' || index > 0)
  const own = lowerWordsOf(name)
  const isNamed = words.length > 0 && words.every((word, index) => own[index] === word)
  return isNamed && own.length === words.length + 1 && moments.times.has(name)
}
