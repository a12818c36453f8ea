import type { Code } from '../../emit/print/code.ts'
import type { ObjectEntry, ValueText } from '../../emit/print/value-text.ts'

/** Type of a schema's values. */
export interface ValuesType {
  readonly type: Code
  /** Union of the names of optional members that have a default; absent if there are none. */
  readonly defaulted?: Code
  /** The library's type for plain object schemas; absent if the schema is not a plain object schema. */
  readonly plain?: Code
}

/**
 * Prints schemas for a validation library, with one member for each of the library's concepts.
 * `ValidatorPrinter` decides which keywords are printed, and for which values.
 */
export interface ValidatorLibrary {
  readonly name: string
  /** Type of any schema in the library. */
  readonly schemaType: Code
  /** Type of a schema with these values. */
  typed(values: ValuesType): Code
  /** The library's own type for plain object schemas, if it has one. Generated files declare it. */
  readonly plainObjects?: { readonly name: string; declare(name: Code): Code }
  /** The check to print for each keyword that limits values. A keyword without an entry is reported. */
  readonly bounds: Readonly<Record<string, (value: unknown) => ValueText>>
  anything(): ValueText
  nothing(): ValueText
  null(): ValueText
  boolean(): ValueText
  string(): ValueText
  number(): ValueText
  array(items: ValueText): ValueText
  /** An object with these members, narrowed by `checks`. A closed object allows no other members. */
  object(
    entries: readonly ObjectEntry[],
    more: { readonly isClosed: boolean; readonly checks: readonly ValueText[] },
  ): ValueText
  /** An optional member. */
  optional(member: ValueText): ValueText
  /** A member with a default. */
  defaulted(member: ValueText, value: unknown): ValueText
  /** Converts a value with a function before it is validated. */
  coerced(read: ValueText, schema: ValueText): ValueText
  /** A reference to a named schema, which can be declared later. */
  reference(name: string): ValueText
  /** A single string, number, boolean or null. */
  literal(value: unknown): ValueText
  /** One of several strings and numbers. */
  listed(values: readonly (string | number)[]): ValueText
  union(alternatives: readonly ValueText[]): ValueText
  /** @param isClosed true if a part can reject undeclared members. */
  intersection(parts: readonly ValueText[], isClosed: boolean): ValueText
  /** A schema with additional checks. */
  narrowed(schema: ValueText, checks: readonly ValueText[]): ValueText
  integer(): ValueText
  pattern(expression: Code): ValueText
  /** @param holds function that returns true for valid values. @param message the error message. */
  check(holds: ValueText, message: string): ValueText
  /** A schema as a constant that bundlers can drop if it is unused. */
  whole(schema: ValueText): ValueText
  /** Code to put around a schema, so that the result is true for valid values. */
  accepting(value: Code): { readonly before: Code; readonly behind: Code }
}
