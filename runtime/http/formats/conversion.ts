import type { Format } from './format.ts'
import type { MemberNames } from './member-names.ts'

/** A conversion, or a function that returns one, because schemas may be recursive. */
export type Conversions = Conversion | (() => Conversion)

/**
 * Converts a value between its form on the wire and its form in code. It has the structure of the value's
 * schema, and its keys are property names as on the wire. The generator prints it.
 */
export interface Conversion {
  /** The format of the value itself, if it is a string on the wire. */
  readonly string?: Format
  /** The format of the value itself, if it is a number on the wire. */
  readonly number?: Format
  /** The property names in code, if they differ from those on the wire. */
  readonly names?: MemberNames
  readonly properties?: Readonly<Record<string, Conversions>>
  /** Conversion for all properties that are not in `properties`. */
  readonly others?: Conversions
  readonly prefixItems?: readonly (Conversions | null)[]
  /** Conversion for the items after those in `prefixItems`. */
  readonly items?: Conversions
  /** Replaces all of the above: the value of the named property selects the conversion. */
  readonly discriminator?: {
    readonly propertyName: string
    /** The property's name in code, if it differs from the one on the wire. */
    readonly names?: MemberNames
    readonly mapping: Readonly<Record<string, Conversions>>
    /** Conversion if the property has none of the values in `mapping`. */
    readonly otherwise?: Conversions
  }
  /** Replaces all of the above: converts a stream's items as they arrive. */
  readonly each?: Conversions
  /** Replaces all of the above: the value as a whole is JSON. */
  readonly json?: Conversions
  /** Replaces all of the above for a form field: objects, including those in arrays, become JSON. */
  readonly field?: Conversions
}
