import type { Code } from '../../emit/print/code.ts'
import type { Entry, ValueText } from '../../emit/print/value-text.ts'

/** How a library of validators writes what schemas say. `ValidatorPrinter` decides what is said, and of which values. */
export interface ValidatorLibrary {
  readonly name: string
  /** Its word for each keyword of JSON Schema that bounds values; others are reported. */
  readonly bounds: Readonly<Record<string, string>>
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
  /** A named schema, which may be declared later. */
  reference(name: string): ValueText
  /** One text, number or boolean. */
  literal(value: unknown): ValueText
  /** One of several texts and numbers. */
  listed(values: readonly (string | number)[]): ValueText
  union(alternatives: readonly ValueText[]): ValueText
  intersection(parts: readonly ValueText[]): ValueText
  /** A schema with checks that have to hold besides. */
  narrowed(schema: ValueText, checks: readonly ValueText[]): ValueText
  integer(): ValueText
  /** `word` is one of `bounds`. */
  bound(word: string, value: unknown): ValueText
  pattern(expression: Code): ValueText
  /** `holds`: a function that tells whether a value is right; `message`: what is said of one that is not. */
  check(holds: ValueText, message: string): ValueText
  /** Code around a schema by which the whole tells whether the schema accepts a value. */
  accepting(value: Code): { readonly before: Code; readonly behind: Code }
}
