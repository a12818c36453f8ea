import type { SchemaObject } from '../../../document/document.ts'
import type { Version } from '../../../document/version.ts'
import type { ProblemAtPointer } from '../../../errors/problem-at-pointer.ts'
import type { ValueTypes } from './keywords/value-types.ts'
import type { PatternContext } from './patterns/read-pattern.ts'

/** Access to the document while normalizing. */
export interface SchemaContext extends PatternContext {
  /** Version of the document. */
  readonly version: Version | undefined
  /** Name of the definition to which a reference such as "#/components/schemas/Pet" points. */
  reference(pointer: string, place: string): string
  /** Pointer to the target of a `$dynamicRef`; `undefined` if there is none. */
  dynamicTarget(reference: string): string | undefined
  /** The schema at a pointer, as written in the document. */
  target(pointer: string): SchemaObject | boolean | undefined
  /** Types of a schema's values, determined from all its keywords; `undefined` if unrestricted. */
  types(schema: SchemaObject | boolean): ValueTypes
  /** True if the values of the schema at this pointer are octets. */
  isOctets(schema: SchemaObject | boolean, pointer: string): boolean
  /** Reports a mistake that has only one plausible meaning. */
  report(finding: ProblemAtPointer): void
  /** Present in the parts of a schema whose parts contradict each other. */
  readonly joined?: JoinedParts
}

/** How the parts of a schema are read if they contradict each other. */
export interface JoinedParts {
  /** The location of the schema. */
  readonly place: string
  /** True if the schema is closed as a whole, because one part forbids the properties of another. */
  readonly isClosed: boolean
  /** Names of properties that one part declares as any object, although another part excludes objects. */
  readonly stray: ReadonlySet<string>
  /** References that have already been replaced with their targets. */
  readonly replaced: ReadonlySet<string>
}

/** A schema's location and context. */
export interface SchemaPosition {
  readonly place: string
  readonly context: SchemaContext
}

/** The location of a schema whose values could be octets. */
export interface CopiedPosition extends SchemaPosition {
  readonly isOctets: boolean
}

/** Reports nothing, because a problem in a reference's target is reported at the target. */
export const UNTOLD = { report: () => {}, ignored: () => {}, foreign: () => {} }
