import type { SchemaObject } from '../../../document/document.ts'
import type { Version } from '../../../document/version.ts'
import type { ProblemAtPointer } from '../../../errors/problem-at-pointer.ts'
import type { ValueTypes } from './keywords/value-types.ts'
import type { PatternContext } from './patterns/read-pattern.ts'

/** Access to the document while normalizing. */
export interface SchemaContext extends PatternContext {
  /** Version of the document. */
  readonly version: Version | undefined
  /** Name of the definition that a reference such as "#/components/schemas/Pet" leads to. */
  reference(pointer: string, place: string): string
  /** Pointer of the schema that a `$dynamicRef` leads to; `undefined` if there is none. */
  dynamicTarget(reference: string): string | undefined
  /** The schema at a pointer, as written in the document. */
  target(pointer: string): SchemaObject | boolean | undefined
  /** Types of a schema's values, from all its keywords; `undefined` if unrestricted. */
  types(schema: SchemaObject | boolean): ValueTypes
  /** True if the values of a schema are octets, given its pointer. */
  isOctets(schema: SchemaObject | boolean, pointer: string): boolean
  /** Reports a mistake whose meaning is clear. */
  report(finding: ProblemAtPointer): void
  /**
   * References already replaced by their opened targets; present in parts of a whole that is closed, which
   * are open themselves.
   */
  readonly opened?: ReadonlySet<string>
}

/** Place and context of a schema. */
export interface SchemaPosition {
  readonly place: string
  readonly context: SchemaContext
}

/** The place of a schema that may be octets. */
export interface CopiedPosition extends SchemaPosition {
  readonly isOctets: boolean
}

/** Reports nothing: a problem in a reference's target is reported at the target. */
export const UNTOLD = { report: () => {}, ignored: () => {}, foreign: () => {} }
