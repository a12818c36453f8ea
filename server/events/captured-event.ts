import { isJsonObject, type Json, type JsonObject } from '../values/json.ts'

/** An event as it is stored. */
export interface CapturedEvent {
  readonly uuid: string
  readonly event: string
  readonly distinctId: string
  /** ISO 8601 in UTC. */
  readonly timestamp: string
  /** Already passed through `storableValue`, so that PostgreSQL can store all strings in them. */
  readonly properties: JsonObject
}

/** An event's changes to its person's properties, in the order in which they are made. */
export interface PropertyChanges {
  /** Set only if the person does not have the key. */
  readonly setOnce: JsonObject
  readonly set: JsonObject
  /** Keys to remove. */
  readonly unset: readonly string[]
}

/** An event's changes to its person. Properties that do not have the documented types are ignored. */
export function propertyChanges({ properties }: Pick<CapturedEvent, 'properties'>): PropertyChanges {
  return {
    setOnce: objectOr(properties['$set_once']),
    set: objectOr(properties['$set']),
    unset: keysOf(properties['$unset']),
  }
}

/** True if an event can create or change a person. */
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
