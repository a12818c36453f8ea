import { vocabulary } from '../names/vocabulary.ts'

/** Members with the time of an event, and related members. */
export const moments = {
  /** Time of an event, or the person who caused it. */
  happened: vocabulary(
    'any',
    `created:createdBy updated:last_updated modified:modifiedBy deleted:is_deleted started:started_by finished`,
  ),
  /** A time, by the last word of the name. */
  times: vocabulary(
    'last',
    'at:closedAt on:paid_on date:birth_date time:departureTime datetime:startDatetime timestamp',
  ),
  /** Durations: they follow from the beginning and the end, whatever their source. */
  spans: vocabulary('inside', 'duration:durationMs elapsed:elapsed_time run_time latency:p99Latency'),
}

/** When and by whom an item was made. */
export const creation = {
  before: vocabulary('first', 'created:created_at creation:creationTime date_created dateCreation'),
  behind: vocabulary('last', 'created:recordCreated'),
}

/**
 * True for the time or author of an item's creation: "created_at", "createdBy", "date_created",
 * "recordCreated".
 */
export function isCreationName(name: string): boolean {
  return creation.before.has(name) || creation.behind.has(name)
}
