/** What normalizing asks of its surroundings. */
export interface SchemaContext {
  /** The definition's name for a reference such as "#/components/schemas/Pet". */
  reference(pointer: string, place: string): string
  /** Reports what a schema states in a way that no version of JSON Schema knows; the keyword is left out. */
  ignored(place: string, fact: string): void
}

/** Where a schema stands, and what is asked there. */
export interface SchemaPosition {
  readonly place: string
  readonly context: SchemaContext
}
