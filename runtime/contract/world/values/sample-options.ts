import type { Names } from './names.ts'

/**
 * Value to make: `full` has every member, `required` only the required ones; `example` and `brief` are the
 * same with the document's own `example`s, if any. Examples come first because only they show what a schema
 * does not state.
 */
export type Variant = 'example' | 'full' | 'required' | 'brief'

/** Inputs for making a value, and its purpose. */
export interface SampleOptions {
  readonly names: Names
  readonly variant: Variant
  /** Name of the property: part of texts, so that people see where they come from. */
  readonly hint?: string
  /** A value that the result must differ from, if the schema allows another. */
  readonly other?: unknown
}
