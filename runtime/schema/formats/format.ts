/**
 * What a format says of texts and of numbers. Of values for which it has no test, it says nothing.
 * @see JSON Schema Validation 2020-12, 7.3, and the OpenAPI Format Registry
 */
export interface Format {
  readonly format: string
  readonly string?: (text: string) => boolean
  readonly number?: (value: number) => boolean
}
