import type { Schema } from '@concordat/runtime/schema'

/**
 * The ends of an `int32`, where a number has none of its own: the narrowest that databases have for integers.
 */
const INT32 = { least: -2_147_483_648, greatest: 2_147_483_647 }
/** Longer texts would test the limits of requests. */
const LONGEST = 5000
/**
 * Lengths of texts of which the document names none: more than a short column holds, and more than a line of
 * a database may be.
 */
const LONG = [LONGEST, 300] as const
/** The day that comes once in four years. */
const LEAP_DAY = '2024-02-29'

/**
 * Values that a schema allows and that callers seldom send: those that it lists and shows, 0 and -1, the ends
 * of its range, and what has nothing in it. No null.
 */
export function edgeValues(schema: Schema): readonly unknown[] {
  return distinct([...listedValues(schema), ...ofTypes(schema)]).filter(
    (value) => value !== undefined && value !== null && schema.allows(value),
  )
}

/** Long texts, where the schema allows any text and names no length. */
export function longTexts({ keywords, types, listed }: Schema): readonly string[] {
  const isFree = types.includes('string') && listed === undefined
  const isNarrow = ['maxLength', 'pattern', 'format'].some((keyword) => keyword in keywords)
  return isFree && !isNarrow ? LONG.map((length) => 'long '.repeat(length / 'long '.length)) : []
}

function listedValues({ keywords, choices, listed }: Schema): readonly unknown[] {
  const { example, examples } = keywords
  return [...(listed ?? choices ?? []), example, ...(Array.isArray(examples) ? examples : [])]
}

function ofTypes(schema: Schema): readonly unknown[] {
  if (schema.listed !== undefined) return []
  return schema.types.flatMap((type): readonly unknown[] => {
    if (type === 'integer') return wholeNumbers(schema)
    if (type === 'number') return numbers(schema)
    if (type === 'string') return texts(schema)
    if (type === 'array') return lists(schema)
    return type === 'object' ? [{}] : []
  })
}

function wholeNumbers({ keywords }: Schema): readonly unknown[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywords
  const least = minimum ?? (exclusiveMinimum === undefined ? INT32.least : exclusiveMinimum + 1)
  const greatest = maximum ?? (exclusiveMaximum === undefined ? INT32.greatest : exclusiveMaximum - 1)
  return [0, -1, Math.ceil(least), Math.floor(greatest)].filter(Number.isSafeInteger)
}

function numbers({ keywords: { minimum, maximum } }: Schema): readonly unknown[] {
  return [0, -1, minimum, maximum]
}

function texts({ keywords }: Schema): readonly unknown[] {
  const { maxLength, format, pattern } = keywords
  if (format === 'date') return [LEAP_DAY]
  if (format !== undefined || pattern !== undefined) return []
  const longest = maxLength !== undefined && maxLength <= LONGEST ? ['x'.repeat(maxLength)] : []
  return ['', ...longest]
}

function lists({ items }: Schema): readonly unknown[] {
  return [[], ...(items.listed === undefined ? [] : [items.listed])]
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
