/** The package entry `@concordat/runtime/formats`, used by the generated `formats.ts`. */

export type { Conversion, Conversions } from './conversion.ts'
export { date, dateIn } from './date.ts'
export type { Format } from './format.ts'
export { int64, int64Text, uint64, uint64Text } from './integer.ts'
export { type MemberNames, memberNames } from './member-names.ts'
export type { OperationFormats } from './operation-formats.ts'
export { temporal } from './temporal.ts'
