import type { Issue } from './evaluation/issue.ts'
import { memberOf } from './json/json.ts'
import { type Step, stepsOf } from './json/pointer.ts'

/**
 * Interface that lets libraries accept any validator: form libraries, routers, environment parsers.
 * @see https://standardschema.dev, version 1
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output>
    /** For types only: a compiled schema has no such property at run time. */
    readonly types?: { readonly input: Input; readonly output: Output }
  }
}

/** The unchanged value, or the issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  /** Property names as strings and item indexes as numbers. */
  readonly path: readonly Step[]
}

/**
 * Wraps a validator as a Standard Schema. Valid values are returned unchanged, without conversion or
 * defaults.
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

/** A step is an index only in an array: "0" can also be a property name. */
function pathOf(instancePath: string, root: unknown): readonly Step[] {
  let value = root
  return stepsOf(instancePath).map((name) => {
    const step = Array.isArray(value) ? Number(name) : name
    value = memberOf(value, name)
    return step
  })
}
