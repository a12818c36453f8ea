import { readText } from './read-text.ts'

/** Shape of the values that the texts of a parameter stand for. */
export interface TextsShape {
  /** Types of JSON that its schema allows; empty where it does not limit them. */
  readonly types: readonly string[]
  /** The values that the schema lists, which decide between "1" and 1. */
  readonly values?: readonly unknown[]
  /** The same of the items of a list. */
  readonly items?: TextsShape
}

/**
 * Makes a reader of the texts in URLs and forms: "7" is read as 7 for a number, "true" as true for a boolean,
 * a text alone as a list of one, as generated servers read them. Values that are not texts, or stand for none
 * of these, stay as they are.
 */
export function textsAs({ types, values = [], items }: TextsShape): (value: unknown) => unknown {
  const allowed = new Set(types)
  const limits = types.length === 0 ? undefined : allowed
  const takes = {
    boolean: allowed.has('boolean'),
    number: allowed.has('number') || allowed.has('integer'),
    null: allowed.has('null') && !allowed.has('string'),
  }
  const readItem = items === undefined ? (item: unknown) => item : textsAs(items)
  const isList = allowed.has('array')
  const isListAlone = isList && types.every((type) => type === 'array' || type === 'null')
  return (value) => {
    if (typeof value === 'string')
      return isListAlone ? [readItem(value)] : readText(value, { types: limits, takes, values })
    return isList && Array.isArray(value) ? value.map(readItem) : value
  }
}
