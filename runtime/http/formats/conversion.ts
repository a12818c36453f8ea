import type { Format } from './format.ts'
import type { MemberNames } from './member-names.ts'

/** A conversion, or a function that returns it, since schemas may be recursive. */
export type Conversions = Conversion | (() => Conversion)

/**
 * Conversion between a value on the wire and in code, by its schema, with names from the wire. Data only,
 * printed by the generator.
 */
export interface Conversion {
  /** Format of the value itself, if it is a string on the wire. */
  readonly string?: Format
  /** Format of the value itself, if it is a number on the wire. */
  readonly number?: Format
  /** Names of members in code, if they differ. */
  readonly names?: MemberNames
  readonly properties?: Readonly<Record<string, Conversions>>
  /** Conversions of all properties not in `properties`. */
  readonly others?: Conversions
  readonly prefixItems?: readonly (Conversions | null)[]
  /** Conversions of the items after those of `prefixItems`. */
  readonly items?: Conversions
  /** Replaces all of the above: the property selects the conversion. */
  readonly discriminator?: {
    readonly propertyName: string
    /** Name of the property in code, if it differs. */
    readonly names?: MemberNames
    readonly mapping: Readonly<Record<string, Conversions>>
    /** Conversions if the property has none of the values in `mapping`. */
    readonly otherwise?: Conversions
  }
  /** Replaces all of the above: converts the items of a stream as they come. */
  readonly each?: Conversions
  /** Replaces all of the above: the value becomes JSON itself. */
  readonly json?: Conversions
  /** Replaces all of the above for a form field: objects become JSON, also as items. */
  readonly field?: Conversions
}
