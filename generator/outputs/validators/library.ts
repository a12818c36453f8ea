import type { Code } from '../../emit/print/code.ts'
import type { ObjectEntry, ValueText } from '../../emit/print/value-text.ts'

/** Type of a schema's values. */
export interface ValuesType {
  readonly type: Code
  /** Union of the names of members with a default; absent if there are none. */
  readonly defaulted?: Code
  /** Type of plain object schemas, if the schema is one. */
  readonly plain?: Code
}

/**
 * Prints schemas for a validation library, with a member for each of its words. `ValidatorPrinter` decides
 * which keywords are printed, and for which values.
 */
export interface ValidatorLibrary {
  readonly name: string
  /** Type of any schema of the library. */
  readonly schemaType: Code
  /** Type of a schema with these values. */
  typed(values: ValuesType): Code
  /** Type of plain object schemas, if the library has its own, which a file declares. */
  readonly plainObjects?: { readonly name: string; declare(name: Code): Code }
  /** Checks for keywords that bound values; other keywords are reported. */
  readonly bounds: Readonly<Record<string, (value: unknown) => ValueText>>
  anything(): ValueText
  nothing(): ValueText
  null(): ValueText
  boolean(): ValueText
  string(): ValueText
  number(): ValueText
  array(items: ValueText): ValueText
  /** An object with these members, narrowed by `checks`; without others if closed. */
  object(
    entries: readonly ObjectEntry[],
    more: { readonly isClosed: boolean; readonly checks: readonly ValueText[] },
  ): ValueText
  /** An optional member. */
  optional(member: ValueText): ValueText
  /** A member with a default. */
  defaulted(member: ValueText, value: unknown): ValueText
  /** Converts a value with a function before validation. */
  coerced(read: ValueText, schema: ValueText): ValueText
  /** A named schema, possibly declared later. */
  reference(name: string): ValueText
  /** A single string, number, boolean or null. */
  literal(value: unknown): ValueText
  /** One of several strings and numbers. */
  listed(values: readonly (string | number)[]): ValueText
  union(alternatives: readonly ValueText[]): ValueText
  /** @param isClosed true if a part may reject undeclared members. */
  intersection(parts: readonly ValueText[], isClosed: boolean): ValueText
  /** A schema with additional checks. */
  narrowed(schema: ValueText, checks: readonly ValueText[]): ValueText
  integer(): ValueText
  pattern(expression: Code): ValueText
  /** `holds`: function that returns true for valid values; `message`: the error message. */
  check(holds: ValueText, message: string): ValueText
  /** A schema as a constant that bundlers can drop if unused. */
  whole(schema: ValueText): ValueText
  /** Code around a schema that makes it return true for valid values. */
  accepting(value: Code): { readonly before: Code; readonly behind: Code }
}
