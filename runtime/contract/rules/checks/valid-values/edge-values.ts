import type { Schema } from '@concordat/runtime/schema'

/**
 * The limits of `int32`, the narrowest common integer in databases, for integers without their own limits.
 */
const INT32 = { least: -2_147_483_648, greatest: 2_147_483_647 }
/** Maximum length of a string. Longer strings would test limits on the request size. */
const LONGEST = 5000
/**
 * Lengths for strings without a documented maximum: a very long string, and one that exceeds a typical column
 * of 255 characters.
 */
const LONG = [LONGEST, 300] as const
const LEAP_DAY = '2024-02-29'

/**
 * Returns values that a schema allows but callers seldom send: its listed values and examples, 0 and -1, the
 * ends of its range, and empty values. The result never contains null.
 */
export function edgeValuesForSlot(schema: Schema): readonly unknown[] {
  return distinct([...listedValues(schema), ...ofTypes(schema)]).filter(
    (value) => value !== undefined && value !== null && schema.allows(value),
  )
}

/** True for a property that accepts null beside its own values. */
export function maySlotBeNull(schema: Schema): boolean {
  return schema.types.length > 1 && schema.types.includes('null') && schema.allows(null)
}

/** Returns long strings if the schema allows any string of any length. */
export function longTextsForSlot({ values: { listed }, keywords, types }: Schema): readonly string[] {
  const isFree = types.includes('string') && listed === undefined
  const isNarrow = ['maxLength', 'pattern', 'format'].some((keyword) => keyword in keywords)
  return isFree && !isNarrow
    ? LONG.map((length) => `${'long '.repeat(length / 'long '.length).trimEnd()}.`)
    : []
}

function listedValues({ values: { choices, listed }, keywords }: Schema): readonly unknown[] {
  const { example, examples } = keywords
  return [...(listed ?? choices ?? []), example, ...(Array.isArray(examples) ? examples : [])]
}

function ofTypes(schema: Schema): readonly unknown[] {
  if (schema.values.listed !== undefined) return []
  return schema.types.flatMap((type) => OF_TYPE.get(type)?.(schema) ?? [])
}

/** Values at the limits of a schema, by type. */
const OF_TYPE = new Map<string, (schema: Schema) => readonly unknown[]>([
  ['integer', wholeNumbers],
  ['number', numbers],
  ['string', texts],
  ['array', lists],
  ['object', () => [{}]],
])

function wholeNumbers({ keywords }: Schema): readonly unknown[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywords
  const least = minimum ?? (exclusiveMinimum === undefined ? INT32.least : exclusiveMinimum + 1)
  const greatest = maximum ?? (exclusiveMaximum === undefined ? INT32.greatest : exclusiveMaximum - 1)
  return [0, -1, Math.ceil(least), Math.floor(greatest)].filter(Number.isSafeInteger)
}

function numbers({ keywords: { minimum, maximum } }: Schema): readonly unknown[] {
  return [0, -1, minimum, maximum]
}

function texts(schema: Schema): readonly unknown[] {
  const { maxLength, format, pattern } = schema.keywords
  if (format === 'date') return [LEAP_DAY]
  if (format === undefined && pattern !== undefined) return inOtherCases(schema)
  if (format !== undefined) return []
  const longest = maxLength !== undefined && maxLength <= LONGEST ? ['x'.repeat(maxLength)] : []
  return ['', ...longest]
}

/**
 * Returns the values that the document shows for a pattern, in capital and in small letters. The schema can
 * allow both: "DESC" and "desc".
 */
function inOtherCases(schema: Schema): readonly unknown[] {
  const { default: usual } = schema.keywords
  return [usual, ...listedValues(schema)].flatMap((value) =>
    typeof value === 'string' ? [value.toUpperCase(), value.toLowerCase()] : [],
  )
}

function lists({ items }: Schema): readonly unknown[] {
  return [[], ...(items.values.listed === undefined ? [] : [items.values.listed])]
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
