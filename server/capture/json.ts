/** A value of JSON. */
export type Json = string | number | boolean | null | Json[] | JsonObject

/** An object of JSON. */
export interface JsonObject {
  [name: string]: Json
}

/** Tells an object of JSON from an array and from every other value. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
