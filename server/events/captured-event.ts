import { isJsonObject, type Json, type JsonObject } from '../values/json.ts'

/** An event as it is kept. */
export interface CapturedEvent {
  readonly uuid: string
  readonly event: string
  readonly distinctId: string
  /** ISO 8601 in UTC. */
  readonly timestamp: string
  /** Texts in it can be stored. */
  readonly properties: JsonObject
}

/** Changes that an event makes to the properties of its person, in this order. */
export interface PropertyChanges {
  /** For keys that the person lacks. */
  readonly setOnce: JsonObject
  readonly set: JsonObject
  /** Keys that go. */
  readonly unset: readonly string[]
}

/** Reads what an event does to its person. Members of another kind than documented do nothing. */
export function propertyChanges({ properties }: Pick<CapturedEvent, 'properties'>): PropertyChanges {
  return {
    setOnce: objectOr(properties['$set_once']),
    set: objectOr(properties['$set']),
    unset: keysOf(properties['$unset']),
  }
}

/** True if an event may make or change a person at all. */
export function touchesPersons({ properties }: CapturedEvent): boolean {
  return properties['$process_person_profile'] !== false
}

function objectOr(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function keysOf(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.filter((key) => typeof key === 'string')
  return isJsonObject(value) ? Object.keys(value) : []
}
