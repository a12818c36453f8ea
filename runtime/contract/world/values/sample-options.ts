import type { Names } from './names.ts'

/**
 * The kind of value to create: `full` has every property, `required` only the required ones. `example` and
 * `brief` are like these two, but use the document's own `example`s, if there are any.
 */
export type Variant = 'example' | 'full' | 'required' | 'brief'

/** Options for creating a value. */
export interface SampleOptions {
  readonly names: Names
  readonly variant: Variant
  /** The name of the property, which becomes part of strings so that people see where these come from. */
  readonly hint?: string
  /** A value from which the result must differ, if the schema allows another. */
  readonly other?: unknown
}
