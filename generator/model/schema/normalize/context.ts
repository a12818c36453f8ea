import type { SchemaObject } from '../../../document/document.ts'
import type { Version } from '../../../document/version.ts'
import type { ProblemAtPointer } from '../../../errors/problem-at-pointer.ts'
import type { ValueTypes } from './keywords/value-types.ts'
import type { PatternContext } from './patterns/read-pattern.ts'

/** Surroundings that normalizing needs. */
export interface SchemaContext extends PatternContext {
  /** Version of the document. */
  readonly version: Version | undefined
  /** The definition's name for a reference such as "#/components/schemas/Pet". */
  reference(pointer: string, place: string): string
  /** Target of a `$dynamicRef`: the pointer of a schema; `undefined` if nowhere. */
  dynamicTarget(reference: string): string | undefined
  /** The schema that such a reference leads to, as the document has it. */
  target(pointer: string): SchemaObject | boolean | undefined
  /**
   * The types that values of a schema can have, by all its keywords together; `undefined` if none restricts
   * them.
   */
  types(schema: SchemaObject | boolean): ValueTypes
  /** True if the values of a schema, which stands at a pointer, are octets. */
  isOctets(schema: SchemaObject | boolean, pointer: string): boolean
  /** Reports a mistake that has one reading. */
  report(finding: ProblemAtPointer): void
  /**
   * Present where the schema is a part of one that is closed as a whole, and is not closed itself: the
   * references in whose place such parts are read.
   */
  readonly opened?: ReadonlySet<string>
}

/** Place of a schema, and its context. */
export interface SchemaPosition {
  readonly place: string
  readonly context: SchemaContext
}

/** The same, of a schema that may be octets there. */
export interface CopiedPosition extends SchemaPosition {
  readonly isOctets: boolean
}

/** A problem in the target of a reference is reported where the target stands. */
export const UNTOLD = { report: () => {}, ignored: () => {}, foreign: () => {} }
