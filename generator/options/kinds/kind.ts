import { didYouMean } from '@concordat/runtime/nearest'

/** Path of a value in a configuration: member names, and list indexes from 0. */
export type OptionPath = readonly (string | number)[]

/** A problem of a configuration. */
export interface ValueProblem {
  readonly path: OptionPath
  /** A full sentence that includes the place. */
  readonly message: string
}

/** A JSON Schema of draft 2020-12. */
export type JsonValues = Readonly<Record<string, unknown>>

/** A kind of option value. */
export interface Kind<Value = unknown> {
  /** TypeScript type, as source. */
  readonly type: string
  /** Completes "… is not …" and "Expected: …": "a number above 0". */
  readonly expected: string
  /** The same for one value on the command line, if it differs there. */
  readonly expectedText?: string
  /** JSON Schema of the values in JSON or YAML; absent if only code can have them. */
  readonly schema?: JsonValues
  /** Kinds that this kind is made of, for code that walks declarations. */
  readonly parts?: readonly Kind[]
  /** Accepted texts, if there are few: the closest is suggested for a wrong one. */
  readonly names?: readonly string[]
  /** Problems of a configuration value of any type. */
  check(value: unknown, path: OptionPath): readonly ValueProblem[]
  /** The value that a command line text means; `undefined` if it is not valid. */
  read?(text: string): Value | undefined
  /** The value with absolute paths. */
  resolve?(value: Value, folder: string): Value
  /** Value of an option given several times. Default: the last. */
  gather?(values: readonly Value[]): Value
  /** Combines the configuration's value with the command line's. Default: the command line's value wins. */
  merge?(before: Value, after: Value): Value
}

/** Path as text: "verify.headers.X-Key", "[1].outputs[0]". */
export function describeOptionPath(path: OptionPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
}

/** A kind that is checked without context. */
export function plainKind<Value>(kind: {
  readonly type: string
  readonly expected: string
  readonly expectedText?: string
  fits(value: unknown): value is Value
  read?(text: string): Value | undefined
  resolve?(value: Value, folder: string): Value
  readonly names?: readonly string[]
  readonly schema?: JsonValues
}): Kind<Value> {
  const { fits, ...rest } = kind
  const schema = kind.schema ?? schemaOf(kind)
  return {
    ...rest,
    ...(schema !== undefined && { schema }),
    check(value, path) {
      if (fits(value)) return []
      const nearest = typeof value === 'string' ? didYouMean(value, kind.names ?? []) : ''
      return [{ path, message: `"${describeOptionPath(path)}" is not ${kind.expected}.${nearest}` }]
    },
  }
}

/** JSON Schema of a kind: its names, or its JSON type; absent if only code has such values. */
function schemaOf({ type, names }: Pick<Kind, 'type' | 'names'>): JsonValues | undefined {
  if (names !== undefined) return { enum: names }
  const types = type.split(' | ')
  const isOfJson = types.every((each) => ['string', 'number', 'boolean'].includes(each))
  return isOfJson ? { type: types.length === 1 ? type : types } : undefined
}
