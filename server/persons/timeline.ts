import { isDeepStrictEqual } from 'node:util'
import { propertyChanges } from '../events/captured-event.ts'
import type { EventStore, PersonHistoryQuery } from '../events/store.ts'
import type { JsonObject } from '../values/json.ts'
import { changedProperties } from './people/people.ts'

/** What a timeline is asked for. */
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
 * Tells which properties a person had when the events that matter happened. The properties of every moment are made
 * again from the changes that the person's events carry.
 */
export async function readTimeline(events: EventStore, query: TimelineQuery): Promise<TimelinePoint[]> {
  const points: { timestamp: string; properties: JsonObject; relevant_event_count: number }[] = []
  let properties: JsonObject = {}
  for (const { moment: timestamp, is_relevant, changes } of await events.personHistory(query)) {
    properties = changedProperties(properties, propertyChanges({ properties: changes }))
    if (!is_relevant) continue
    const last = points.at(-1)
    if (last !== undefined && agree(last.properties, properties, query.crucialKeys)) {
      last.relevant_event_count += 1
    } else {
      points.push({ timestamp, properties, relevant_event_count: 1 })
    }
  }
  return points
}

function agree(one: JsonObject, other: JsonObject, keys: readonly string[]): boolean {
  return keys.every((key) => isDeepStrictEqual(one[key], other[key]))
}
