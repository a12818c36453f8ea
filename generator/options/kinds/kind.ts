import { didYouMean } from '@concordat/runtime/nearest'

/** Path of a value in a configuration: property names, and list indexes from 0. */
export type OptionPath = readonly (string | number)[]

/** A problem in a configuration. */
export interface ValueProblem {
  readonly path: OptionPath
  /** A full sentence that includes the location. */
  readonly message: string
}

/** A JSON Schema (draft 2020-12). */
export type JsonValues = Readonly<Record<string, unknown>>

/** A kind of option value. */
export interface Kind<Value = unknown> {
  /** TypeScript type, as source. */
  readonly type: string
  /** The words that complete "… is not …" and "Expected: …", such as "a number above 0". */
  readonly expected: string
  /** `expected` for a single value on the command line, if it differs. */
  readonly expectedText?: string
  /** JSON Schema for the values in JSON or YAML; absent if only code can express them. */
  readonly schema?: JsonValues
  /** Kinds that this kind consists of, for code that walks declarations. */
  readonly parts?: readonly Kind[]
  /** Accepted strings, if there are few. For a wrong string, the closest one is suggested. */
  readonly names?: readonly string[]
  /** Reports the problems of a configuration value, which can have any type. */
  check(value: unknown, path: OptionPath): readonly ValueProblem[]
  /** Parses a command line argument; returns `undefined` if it is not valid. */
  read?(text: string): Value | undefined
  /** Returns the value with absolute paths. */
  resolve?(value: Value, folder: string): Value
  /** Combines the values of an option that is given several times. Default: the last value wins. */
  gather?(values: readonly Value[]): Value
  /** Combines the configuration's value with the command line's. Default: the command line's value wins. */
  merge?(before: Value, after: Value): Value
}

/** Formats a path, such as "verify.headers.X-Key" or "[1].outputs[0]". */
export function describeOptionPath(path: OptionPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
}

/** Creates a kind from a function that checks a single value. */
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

/**
 * JSON Schema for a kind, with its names or its JSON type; `undefined` if only code can express its values.
 */
function schemaOf({ type, names }: Pick<Kind, 'type' | 'names'>): JsonValues | undefined {
  if (names !== undefined) return { enum: names }
  const types = type.split(' | ')
  const isOfJson = types.every((each) => ['string', 'number', 'boolean'].includes(each))
  return isOfJson ? { type: types.length === 1 ? type : types } : undefined
}
