import type { Names } from './names.ts'

/**
 * Value to make: every member, or only what is required; `example` and `brief` are the same by the document's
 * own `example`s where there are any. Those come first because only they know what a schema does not say.
 */
export type Variant = 'example' | 'full' | 'required' | 'brief'

/** Material and purpose of a value. */
export interface SampleOptions {
  readonly names: Names
  readonly variant: Variant
  /** Name of the property: shows up in texts, so that a person sees where they come from. */
  readonly hint?: string
  /** A value that the result must differ from, where the schema has another. */
  readonly other?: unknown
}
