import type { Issue } from './evaluation/issue.ts'
import { memberOf } from './json/json.ts'
import { type Step, stepsOf } from './json/pointer.ts'

/**
 * Interface required by libraries that take validators of any make: form libraries, routers, environment
 * readers.
 * @see https://standardschema.dev, version 1
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output>
    /** Only types: a compiled schema knows none of its values at run time. */
    readonly types?: { readonly input: Input; readonly output: Output }
  }
}

/** The value as it came, or why it is refused. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  /** Names of members and, as numbers, indexes of items. */
  readonly path: readonly Step[]
}

/**
 * The standard's side of a validator. Values are answered as they are: nothing is
 * converted, and no default filled in.
 */
export function standardSchema(validate: (value: unknown) => readonly Issue[]): StandardSchema['~standard'] {
  return {
    version: 1,
    vendor: 'concordat',
    validate(value) {
      const issues = validate(value)
      if (issues.length === 0) return { value }
      return {
        issues: issues.map(({ instancePath, message }) => ({ message, path: pathOf(instancePath, value) })),
      }
    },
  }
}

/** A step is an index where an array stands: "0" may be the name of a member as well. */
function pathOf(instancePath: string, root: unknown): readonly Step[] {
  let value = root
  return stepsOf(instancePath).map((name) => {
    const step = Array.isArray(value) ? Number(name) : name
    value = memberOf(value, name)
    return step
  })
}
