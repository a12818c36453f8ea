import type { Format } from './format.ts'

const within = (min: number, max: number) => (value: number) =>
  Number.isInteger(value) && value >= min && value <= max

export const int32Format: Format = {
  format: 'int32',
  number: /* @__PURE__ */ within(-(2 ** 31), 2 ** 31 - 1),
}
/** The maximum, 9223372036854775807 in JSON, is parsed as 2^63; no double lies between them. */
export const int64Format: Format = { format: 'int64', number: /* @__PURE__ */ within(-(2 ** 63), 2 ** 63) }
/** A number exceeds the range of single precision if `Math.fround` makes it infinite. */
export const floatFormat: Format = {
  format: 'float',
  number: (value) => Number.isFinite(Math.fround(value)),
}
export const doubleFormat: Format = { format: 'double', number: (value) => Number.isFinite(value) }
