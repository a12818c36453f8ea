/**
 * Tests of a format for strings and for numbers. If there is no test for its type, a value passes.
 * @see JSON Schema Validation 2020-12, 7.3, and the OpenAPI Format Registry
 */
export interface Format {
  readonly format: string
  readonly string?: (text: string) => boolean
  readonly number?: (value: number) => boolean
}
