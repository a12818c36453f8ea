import { isDeepStrictEqual } from 'node:util'
import { propertyChanges } from '../events/captured-event.ts'
import type { EventStore, PersonHistoryQuery } from '../events/store.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { JsonObject } from '../values/json.ts'
import { mostPageBytes } from './lists/page-bytes.ts'
import { Properties } from './people/properties.ts'
import { personRefusals } from './refusals.ts'

/** Query of a timeline. */
export interface TimelineQuery extends PersonHistoryQuery {
  /** Keys of the person's properties whose changes start a new point. */
  readonly crucialKeys: readonly string[]
}

/**
 * The start of a period in which a person's crucial properties stayed the same, and the number of relevant
 * events in the period.
 */
export interface TimelinePoint {
  readonly timestamp: string
  readonly properties: JsonObject
  readonly relevant_event_count: number
}

/**
 * Shows which properties a person had at the time of relevant events. The properties at each time are
 * reconstructed from the changes in the person's events.
 * @throws Refusal if the properties at all these times together are too large.
 */
export async function readTimeline(events: EventStore, query: TimelineQuery): Promise<TimelinePoint[]> {
  const points: { timestamp: string; properties: JsonObject; relevant_event_count: number }[] = []
  const properties = new Properties({})
  let length = 0
  let isChanged = true
  for (const { moment: timestamp, is_relevant, changes } of await events.personHistory(query)) {
    isChanged = properties.apply(propertyChanges({ properties: changes })) || isChanged
    if (!is_relevant) continue
    const last = points.at(-1)
    if (last !== undefined && (!isChanged || agree(last.properties, properties, query.crucialKeys))) {
      last.relevant_event_count += 1
      isChanged = false
      continue
    }
    isChanged = false
    length += properties.length
    if (length > mostPageBytes) throw new Refusal(personRefusals.timelineTooLarge)
    points.push({ timestamp, properties: { ...properties.toJson() }, relevant_event_count: 1 })
  }
  return points
}

function agree(one: JsonObject, other: Properties, keys: readonly string[]): boolean {
  return keys.every((key) =>
    isDeepStrictEqual(Object.hasOwn(one, key) ? one[key] : undefined, other.get(key)),
  )
}
