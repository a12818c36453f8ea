/**
 * A format's tests for strings and numbers. A value passes if there is no test for its type.
 * @see JSON Schema Validation 2020-12, 7.3, and the OpenAPI Format Registry
 */
export interface Format {
  readonly format: string
  readonly string?: (text: string) => boolean
  readonly number?: (value: number) => boolean
}
