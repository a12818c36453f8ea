import type { Code } from '../../emit/print/code.ts'
import type { Entry, ValueText } from '../../emit/print/value-text.ts'

/** The type of the values of a schema. */
export interface ValuesType {
  readonly type: Code
  /** A union of the names of members that get a default; absent where there are none. */
  readonly defaulted?: Code
  /** The type of schemas of plain objects, if the schema is one. */
  readonly plain?: Code
}

/**
 * Writer of schemas for a library of validators. `ValidatorPrinter` decides which keywords are written, and
 * for which values.
 */
export interface ValidatorLibrary {
  readonly name: string
  /** The type of any schema of the library. */
  readonly schemaType: Code
  /** The type of a schema of these values. */
  typed(values: ValuesType): Code
  /** The type of schemas of plain objects, where the library has one of its own, which a file declares. */
  readonly plainObjects?: { readonly name: string; declare(name: Code): Code }
  /** Its check for each keyword of JSON Schema that bounds values; others are reported. */
  readonly bounds: Readonly<Record<string, (value: unknown) => ValueText>>
  anything(): ValueText
  nothing(): ValueText
  null(): ValueText
  boolean(): ValueText
  string(): ValueText
  number(): ValueText
  array(items: ValueText): ValueText
  /** An object of these members, which `checks` narrow; of no others if it is closed. */
  object(
    entries: readonly Entry[],
    more: { readonly isClosed: boolean; readonly checks: readonly ValueText[] },
  ): ValueText
  /** A member that may be absent. */
  optional(member: ValueText): ValueText
  /** A member that has a value where it is absent. */
  defaulted(member: ValueText, value: unknown): ValueText
  /** Value that a function makes of the given one, and that is judged in its place. */
  coerced(read: ValueText, schema: ValueText): ValueText
  /** A named schema, which may be declared later. */
  reference(name: string): ValueText
  /** One text, number, boolean or null. */
  literal(value: unknown): ValueText
  /** One of several texts and numbers. */
  listed(values: readonly (string | number)[]): ValueText
  union(alternatives: readonly ValueText[]): ValueText
  /** @param isClosed true if one of the parts may refuse members that it does not name. */
  intersection(parts: readonly ValueText[], isClosed: boolean): ValueText
  /** A schema with checks that have to hold besides. */
  narrowed(schema: ValueText, checks: readonly ValueText[]): ValueText
  integer(): ValueText
  pattern(expression: Code): ValueText
  /** `holds`: a function that tells whether a value is right; `message`: the message for one that is not. */
  check(holds: ValueText, message: string): ValueText
  /** A schema as a constant, of which bundlers leave out what nobody uses. */
  whole(schema: ValueText): ValueText
  /** Code around a schema by which the whole tells whether the schema accepts a value. */
  accepting(value: Code): { readonly before: Code; readonly behind: Code }
}
