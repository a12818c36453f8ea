import type { JsonSchema } from '@concordat/runtime/schema'

/** A schema with its location in the document, and its name for users. */
export interface PlacedFlat {
  readonly schema: JsonSchema
  readonly pointer: string
  readonly label: string
}

/** Lower bounds; the strictest one applies. */
export const LOWER_FLAT_BOUNDS = [
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
] as const
export const UPPER_FLAT_BOUNDS = [
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
] as const

export type FlatBound = (typeof LOWER_FLAT_BOUNDS)[number] | (typeof UPPER_FLAT_BOUNDS)[number]

/** A value's alternatives, without null. */
export type FlatChoice = readonly PlacedFlat[]

/** The number of alternatives that a value is allowed to match: only one, or any number. */
export type FlatFits = 'one' | 'any'

/** A discriminating property, and the alternatives that its values select. */
export interface FlatDiscriminator {
  readonly property: string
  /** Definition names by property value. */
  readonly mapping: ReadonlyMap<string, string>
  /** Definition that any other value selects. */
  readonly otherwise: string | undefined
}

/** Everything that a schema states about a value, with references and `allOf` merged. */
export interface Flat {
  /**
   * `undefined` allows any type. "number" includes "integer"; "bytes" is a string with the format "binary".
   */
  readonly types: ReadonlySet<string> | undefined
  /** Allowed values except null, if enumerated. */
  readonly values: readonly unknown[] | undefined
  readonly properties: ReadonlyMap<string, PlacedFlat>
  readonly required: ReadonlySet<string>
  /** Schema for undeclared properties; `undefined` if nothing restricts them. */
  readonly others: PlacedFlat | undefined
  readonly items: PlacedFlat | undefined
  readonly firstItems: readonly PlacedFlat[]
  readonly bounds: Readonly<Partial<Record<FlatBound, number>>>
  readonly multiplesOf: readonly number[]
  readonly patterns: readonly string[]
  readonly format: string | undefined
  readonly isUnique: boolean
  readonly choices: readonly FlatChoice[]
  /** `undefined` if there are no alternatives, or no value can match several. */
  readonly fits: FlatFits | undefined
  /** Derived definitions that the schema's discriminator selects. They do not constrain values. */
  readonly kinds: FlatChoice
  readonly discriminator: FlatDiscriminator | undefined
  /** Keywords compared as text. */
  readonly constraints: ReadonlyMap<string, string>
  readonly default: string | undefined
  readonly isDeprecated: boolean
}

/** The flat form of the schema `true`. */
export const FLAT_ANYTHING: Flat = {
  types: undefined,
  values: undefined,
  properties: new Map(),
  required: new Set(),
  others: undefined,
  items: undefined,
  firstItems: [],
  bounds: {},
  multiplesOf: [],
  patterns: [],
  format: undefined,
  isUnique: false,
  choices: [],
  fits: undefined,
  kinds: [],
  discriminator: undefined,
  constraints: new Map(),
  default: undefined,
  isDeprecated: false,
}
