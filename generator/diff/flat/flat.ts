import type { JsonSchema } from '@concordat/runtime/schema'

/** A schema, its place in its document, and its name for people. */
export interface Placed {
  readonly schema: JsonSchema
  readonly pointer: string
  readonly label: string
}

/** Bounds, of which the stricter holds. */
export const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
export const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const

export type Bound = (typeof LOWER)[number] | (typeof UPPER)[number]

/** Alternatives of which a value is one, null left out. */
export type Choice = readonly Placed[]

/** Number of alternatives that a value may fit: one alone, or any number. */
export type Fits = 'one' | 'any'

/** Discriminator of alternatives: a property, and the alternatives that its values lead to. */
export interface FlatDiscriminator {
  readonly property: string
  /** Names of definitions by value. */
  readonly mapping: ReadonlyMap<string, string>
  /** The definition of a value that leads nowhere. */
  readonly otherwise: string | undefined
}

/** All statements of a schema about a value, in any of its parts: references and `allOf` are followed. */
export interface Flat {
  /** `undefined`: any. "number" stands for "integer" too; "bytes" is a text of the format "binary". */
  readonly types: ReadonlySet<string> | undefined
  /** The only values, without null. */
  readonly values: readonly unknown[] | undefined
  readonly properties: ReadonlyMap<string, Placed>
  readonly required: ReadonlySet<string>
  /** Schema of other properties; `undefined` if there is none. */
  readonly others: Placed | undefined
  readonly items: Placed | undefined
  readonly firstItems: readonly Placed[]
  readonly bounds: Readonly<Partial<Record<Bound, number>>>
  readonly multiplesOf: readonly number[]
  readonly patterns: readonly string[]
  readonly format: string | undefined
  readonly isUnique: boolean
  readonly choices: readonly Choice[]
  /** `undefined` where there are no alternatives, or where no value can fit several. */
  readonly fits: Fits | undefined
  /** Schemas that inherit from it and that its discriminator tells apart. They constrain no value. */
  readonly kinds: Choice
  readonly discriminator: FlatDiscriminator | undefined
  /** Keywords that are compared as they stand, as text. */
  readonly constraints: ReadonlyMap<string, string>
  readonly default: string | undefined
  readonly isDeprecated: boolean
}

/** The flat form of the schema `true`. */
export const ANYTHING: Flat = {
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
