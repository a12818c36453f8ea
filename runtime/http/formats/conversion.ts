import type { Format } from './format.ts'
import type { MemberNames } from './member-names.ts'

/** A conversion, or what answers it: schemas may contain themselves. */
export type Conversions = Conversion | (() => Conversion)

/**
 * Conversion between a value on the wire and in code, by its schema. Names are those on the wire. Data only,
 * printed by the generator.
 */
export interface Conversion {
  /** The format of the value itself, where it travels as a text. */
  readonly string?: Format
  /** The format of the value itself, where it travels as a number. */
  readonly number?: Format
  /** Names of an object's members in code, if they differ from those on the wire. */
  readonly names?: MemberNames
  readonly properties?: Readonly<Record<string, Conversions>>
  /** Conversions of all properties that `properties` does not name. */
  readonly others?: Conversions
  readonly prefixItems?: readonly (Conversions | null)[]
  /** Conversions of the items after those of `prefixItems`. */
  readonly items?: Conversions
  /** Replaces all of the above: the property selects the conversion. */
  readonly discriminator?: {
    readonly propertyName: string
    /** Name of the property in code, if it differs from the one on the wire. */
    readonly names?: MemberNames
    readonly mapping: Readonly<Record<string, Conversions>>
    /** Conversions if the property has none of the values in `mapping`. */
    readonly otherwise?: Conversions
  }
  /** In place of all the above: of the items of a stream, which are converted as they come. */
  readonly each?: Conversions
  /** In place of all the above: the value becomes JSON by itself. */
  readonly json?: Conversions
  /** In place of all the above, a field of a form: objects become JSON, and those among its items. */
  readonly field?: Conversions
}
