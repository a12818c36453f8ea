import { parseFormatText } from './read-text.ts'

/** The part of a parameter's schema that determines how its strings are parsed. */
export interface TextsShape {
  /** JSON types that the schema allows; empty if it does not limit them. */
  readonly types: readonly string[]
  /** The values that the schema lists, which decide whether "1" stays a string or becomes 1. */
  readonly values?: readonly unknown[]
  /** The same information for the items of a list. */
  readonly items?: TextsShape
}

/**
 * Creates a parser for strings in URLs and forms. It parses them as generated servers do: "7" becomes 7 if a
 * number is allowed, "true" becomes true if a boolean is allowed, and a single string becomes a list if only
 * a list is allowed. Other values are unchanged.
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
      return isListAlone ? [readItem(value)] : parseFormatText(value, { types: limits, takes, values })
    return isList && Array.isArray(value) ? value.map(readItem) : value
  }
}
