import { resolve } from 'node:path'
import { isObject } from '@concordat/runtime/json'
import { objectKind } from '../declaration/object.ts'
import { describeOptionPath, type Kind } from '../kinds/kind.ts'
import { identifierKind, recordKind, textKind } from '../kinds/kinds.ts'

/** Types for formatted values. */
export const FORMAT_TYPES = [
  'Date',
  'bigint',
  'Temporal.Instant',
  'Temporal.ZonedDateTime',
  'Temporal.PlainDateTime',
  'Temporal.PlainDate',
  'Temporal.PlainTime',
  'Temporal.PlainYearMonth',
  'Temporal.PlainMonthDay',
  'Temporal.Duration',
] as const

/** A type and its functions, exported by a user's module. */
export interface OwnFormat {
  /** Module specifier; a path is relative to the configuration file. */
  readonly from: string
  /** Name of the type that the module exports. */
  readonly type: string
  /**
   * Name of the function that converts a string or number to a value. The function throws if its argument is
   * invalid.
   */
  readonly parse: string
  /** Name of the function that returns the string or number to send. */
  readonly serialize: string
}

/** The type that a format's values have in code. */
export type FormatConfig = (typeof FORMAT_TYPES)[number] | OwnFormat

const EXPECTED = `one of "${FORMAT_TYPES.join('", "')}", or { from, type, parse, serialize }`

const own = objectKind<OwnFormat>({
  type: 'OwnFormat',
  means: '',
  members: {
    from: { kind: textKind, means: 'module', isRequired: true },
    type: { kind: identifierKind, means: 'type', isRequired: true },
    parse: { kind: identifierKind, means: 'function that creates a value', isRequired: true },
    serialize: { kind: identifierKind, means: 'function that serializes a value', isRequired: true },
  },
})

const typeNamed = (value: unknown) => FORMAT_TYPES.find((type) => type === value)

const format: Kind<FormatConfig> = {
  type: 'FormatConfig',
  expected: EXPECTED,
  schema: { anyOf: [{ enum: FORMAT_TYPES }, own.schema] },
  check(value, path) {
    if (isObject(value)) return own.check(value, path)
    if (typeNamed(value) === undefined)
      return [{ path, message: `"${describeOptionPath(path)}" is not ${EXPECTED}.` }]
    // `Date` is rejected for calendar dates: it is an instant, and would be a day off in half of the world.
    return path.at(-1) === 'date' && value === 'Date'
      ? [
          {
            path,
            message: `"${describeOptionPath(path)}" cannot be a Date, because a Date is an instant, not a day. Expected: "Temporal.PlainDate".`,
          },
        ]
      : []
  },
}

const named = recordKind(format, {
  expected: `the name of a format, "=" and one of ${FORMAT_TYPES.join(', ')}`,
  read(text) {
    const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? []
    const type = typeNamed(value)
    return name === undefined || type === undefined ? undefined : [name, type]
  },
})

/** Formats by name. */
export const formatsKind: Kind<Readonly<Record<string, FormatConfig>>> = {
  ...named,
  resolve: (values, folder) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withPath(value, folder)])),
}

function withPath(value: FormatConfig, folder: string): FormatConfig {
  if (typeof value === 'string' || !value.from.startsWith('.')) return value
  return { ...value, from: resolve(folder, value.from) }
}
