import type { SchemaObject } from '../../../document/document.ts'
import type { Version } from '../../../document/version.ts'
import type { ProblemAtPointer } from '../../../errors/problem-at-pointer.ts'
import type { ValueTypes } from './value-types.ts'

/** A regular expression of a schema, and where it stands. */
export interface PlacedPattern {
  /** JSON Pointer in the bundled document: of `pattern`, or of a member of `patternProperties`. */
  readonly pointer: string
  readonly source: string
  /** `maxLength` beside it. */
  readonly maxLength?: number
}

/** What normalizing asks of its surroundings. */
export interface SchemaContext {
  /** That of the document. */
  readonly version: Version | undefined
  /** The definition's name for a reference such as "#/components/schemas/Pet". */
  reference(pointer: string, place: string): string
  /** Where a `$dynamicRef` leads: the pointer of a schema; `undefined` if nowhere. */
  dynamicTarget(reference: string): string | undefined
  /** The schema that such a reference leads to, as the document has it. */
  target(pointer: string): SchemaObject | boolean | undefined
  /** The types that values of a schema can have, as its keywords say together; `undefined` if nothing says so. */
  types(schema: SchemaObject | boolean): ValueTypes
  /** True if the values of a schema, which stands at a pointer, are octets. */
  isOctets(schema: SchemaObject | boolean, pointer: string): boolean
  /** Notes a pattern that values are held against. */
  pattern(pattern: PlacedPattern): void
  /** Reports a mistake that has one reading. */
  report(finding: ProblemAtPointer): void
  /** Reports what a schema states in a way that no version of JSON Schema knows; the keyword is left out. */
  ignored(place: string, fact: string): void
  /** Reports a pattern of another engine than ECMA-262's, and as what it is read. */
  foreign(pattern: PlacedPattern, read: string): void
  /**
   * Present where the schema is a part of one that is closed as a whole, and is not closed itself: the references in whose place such
   * parts are read.
   */
  readonly opened?: ReadonlySet<string>
}

/** Where a schema stands, and what is asked there. */
export interface SchemaPosition {
  readonly place: string
  readonly context: SchemaContext
}
