import { SerializationError } from '../style/serialization-error.ts'
import { type ConversionStep, changeMembers, changeValue, convertValue } from './change.ts'
import type { Conversions } from './conversion.ts'

/**
 * Functions for converting JSON in which only strings have formats and properties keep their names. There are
 * no number formats, unions, streams or forms.
 */
const PLAIN = { change: changeValue, changeObject: changeMembers }

/** `parseFormats` for plain conversions. */
export function parsePlain(value: unknown, conversion: Conversions, fail: ConversionStep['fail']): unknown {
  return convertValue(value, conversion, {
    ...PLAIN,
    isSent: false,
    leaf: ({ string }, { value }) =>
      typeof value === 'string' && string ? string.parse(value as never) : value,
    fail,
  })
}

/** `serializeFormats` for plain conversions. */
export function serializePlain(value: unknown, conversion: Conversions): unknown {
  return convertValue(value, conversion, {
    ...PLAIN,
    isSent: true,
    leaf: ({ string }, { value, isJson }) =>
      (value ?? undefined) !== undefined && string && (string.is?.(value) ?? true)
        ? string.serialize(value as never, isJson)
        : value,
    fail: ({ message }) => new SerializationError(message),
  })
}
