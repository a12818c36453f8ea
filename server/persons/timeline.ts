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
  /** Keys of properties of the person, at whose change a new point starts. */
  readonly crucialKeys: readonly string[]
}

/** From when on a person had some properties, and how many events that matter came until the next point. */
export interface TimelinePoint {
  readonly timestamp: string
  readonly properties: JsonObject
  readonly relevant_event_count: number
}

/**
 * Tells which properties a person had when the events that matter happened. The properties of every moment
 * are rebuilt from the changes in the person's events.
 * @throws Refusal where they are too large together.
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
    points.push({ timestamp, properties: properties.toJson(), relevant_event_count: 1 })
  }
  return points
}

function agree(one: JsonObject, other: Properties, keys: readonly string[]): boolean {
  return keys.every((key) =>
    isDeepStrictEqual(Object.hasOwn(one, key) ? one[key] : undefined, other.get(key)),
  )
}
