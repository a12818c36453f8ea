import { randomUUID } from 'node:crypto'
import type { Event } from '../../generated/capture/types.ts'
import type { CapturedEvent } from '../events/captured-event.ts'
import { Refusal } from '../refusals/refusal.ts'
import { isJsonObject, type Json, type JsonObject, storableText, storableValue } from '../values/json.ts'
import { captureRefusals } from './refusals.ts'

/**
 * Maximum stored length of an event's name or distinct id, in code units, because index entries have a
 * maximum size.
 */
const keptLength = 200

/**
 * Maximum number of characters in an event's properties as JSON. It is limited because a page of events, or
 * an export's batch, contains several events.
 */
const mostCapturedLength = 2 ** 20

/**
 * Maximum length of a request whose events cannot be too large, in bytes. Stored JSON is at most six times as
 * long as the received JSON: `1e20` is stored with 21 digits.
 */
export const smallRequestLength = mostCapturedLength / 6

/**
 * Parses a received event.
 * @param now time of receipt, ISO 8601.
 * @param isLarge true if the event might be too large, judging by the body's size.
 * @throws Refusal if the event has no distinct id, its time cannot be parsed, or it is too large.
 */
export function readReceivedEvent(
  event: Event,
  { now, isLarge }: { readonly now: string; readonly isLarge: boolean },
): CapturedEvent {
  const given = storableValue((event.properties ?? {}) as JsonObject)
  const changes = personChanges(event, given)
  const properties = Object.keys(changes).length === 0 ? given : { ...given, ...changes }
  if (isLarge && JSON.stringify(properties).length > mostCapturedLength)
    throw new Refusal(captureRefusals.eventTooLarge)
  return {
    uuid: (event.uuid ?? randomUUID()).toLowerCase(),
    event: cut(event.event),
    distinctId: distinctIdOf(event),
    timestamp: event.timestamp == null ? before(now, event.offset ?? 0) : readMoment(event.timestamp),
    properties,
  }
}

/** The time some milliseconds before a given time, but not before 1970. */
function before(now: string, milliseconds: number): string {
  return milliseconds === 0 ? now : new Date(Math.max(0, Date.parse(now) - milliseconds)).toISOString()
}

/**
 * Changes to the person, listed in an event beside its properties. `$set` and `$set_once` are merged with
 * those in the properties, which take precedence; `$unset` is used only if the properties have none.
 */
function personChanges(event: Event, given: JsonObject): JsonObject {
  const { $set_once, $set, $unset } = event
  const changes: JsonObject = {}
  if (isJsonObject($set_once)) changes['$set_once'] = together($set_once, given['$set_once'])
  if (isJsonObject($set)) changes['$set'] = together($set, given['$set'])
  if ($unset != null && given['$unset'] == null) changes['$unset'] = $unset as Json
  return storableValue(changes)
}

function together(beside: JsonObject, among: Json | undefined): JsonObject {
  return isJsonObject(among) ? { ...beside, ...among } : beside
}

function distinctIdOf({ distinct_id, properties }: Event): string {
  const id: unknown = distinct_id ?? properties?.['distinct_id'] ?? properties?.['$distinct_id']
  const text = typeof id === 'string' || typeof id === 'number' ? cut(String(id).trim()) : ''
  if (text === '') throw new Refusal(captureRefusals.distinctIdMissing, 'distinct_id')
  return text
}

function cut(text: string): string {
  return storableText(text.slice(0, keptLength))
}

/** The accepted years are 1000 to 9999, which ISO 8601 writes with four digits. */
const firstYear = Date.UTC(1000, 0)
const afterLastYear = Date.UTC(10_000, 0)

function readMoment(text: string): string {
  const moment = Date.parse(text)
  if (!(moment >= firstYear && moment < afterLastYear))
    throw new Refusal(captureRefusals.timestampUnreadable, 'timestamp')
  return new Date(moment).toISOString()
}
