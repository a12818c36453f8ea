import { didYouMean } from '@concordat/runtime/nearest'

/** Path of a value in a configuration: the members that lead to it, and places in lists counted from 0. */
export type Path = readonly (string | number)[]

/** One thing that is wrong with a configuration. */
export interface ValueProblem {
  readonly path: Path
  /** A full sentence that names the place. */
  readonly message: string
}

/** A JSON Schema of draft 2020-12. */
export type JsonValues = Readonly<Record<string, unknown>>

/** Value of an option. */
export interface Kind<Value = unknown> {
  /** Its TypeScript type, as a declaration writes it. */
  readonly type: string
  /** Ends the sentences "… is not …" and "Expected: …": "a number above 0". */
  readonly expected: string
  /** The same for one value of the command line, where that is not the whole. */
  readonly expectedText?: string
  /**
   * The values that a configuration in JSON or YAML may have, as a JSON Schema; absent
   * where only code has such values.
   */
  readonly schema?: JsonValues
  /** The kinds that this one is made of, for code that walks declarations. */
  readonly parts?: readonly Kind[]
  /** The texts that it takes, where they are few: a wrong one is compared with them. */
  readonly names?: readonly string[]
  /** Everything that is wrong with a value of a configuration, which may be anything. */
  check(value: unknown, path: Path): readonly ValueProblem[]
  /** The value of a text of the command line; `undefined` when it is not one. */
  read?(text: string): Value | undefined
  /** The value with its paths made absolute. */
  resolve?(value: Value, folder: string): Value
  /** The values of an option that was given several times. Default: the last one counts. */
  gather?(values: readonly Value[]): Value
  /**
   * Value from the configuration's and the command line's. Default: the command line's. Default: it takes its
   * place.
   */
  merge?(before: Value, after: Value): Value
}

/** "verify.headers.X-Key", "[1].outputs[0]". */
export function describePath(path: Path): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
}

/** A kind that is checked by looking at the value alone. */
export function plain<Value>(kind: {
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
      return [{ path, message: `"${describePath(path)}" is not ${kind.expected}.${nearest}` }]
    },
  }
}

/** Names are the only texts that such a kind takes; other types are those of JSON, or what only code has. */
function schemaOf({ type, names }: Pick<Kind, 'type' | 'names'>): JsonValues | undefined {
  if (names !== undefined) return { enum: names }
  const types = type.split(' | ')
  const isOfJson = types.every((each) => ['string', 'number', 'boolean'].includes(each))
  return isOfJson ? { type: types.length === 1 ? type : types } : undefined
}
