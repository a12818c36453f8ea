/** The location of an item's name in a request, if it is not in the path. */
export interface NamePlace {
  readonly in: 'body' | 'query'
  /**
   * The property names that lead to the item's name in the body, ["boat", "id"], or the name of the
   * parameter.
   */
  readonly path: readonly string[]
}

/**
 * The method and path that an operation would have if its path named its item: "GET /boats/{id}" for "POST
 * /boats/get" with `{ id }`.
 */
export interface AddressedDescriptor {
  readonly method: string
  readonly path: string
  /**
   * Locations of the names for those templates in `path` that the operation's own path lacks, by template.
   */
  readonly names: Readonly<Record<string, NamePlace>>
  /** Values of those templates in the operation's own path that `path` lacks: a `kind` of "files". */
  readonly chosen?: Readonly<Record<string, string>>
}
