/**
 * Tests of a format for texts and for numbers. A value for which it has no test passes.
 * @see JSON Schema Validation 2020-12, 7.3, and the OpenAPI Format Registry
 */
export interface Format {
  readonly format: string
  readonly string?: (text: string) => boolean
  readonly number?: (value: number) => boolean
}
