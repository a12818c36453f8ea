/** Names that are already in use in one scope of a generated file. */
export class TakenNames {
  readonly #names = new Set<string>()

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Public name: the wanted one or, if it is already in use, a variant such as "client_". */
  declare(wanted: string): string {
    let name = wanted
    while (this.#names.has(name)) name += '_'
    this.#names.add(name)
    return name
  }

  /** Private name: the wanted one or, if it is already in use, a variant such as "client$1". */
  alias(wanted: string): string {
    let name = wanted
    for (let number = 1; this.#names.has(name); number++) name = `${wanted}$${number}`
    this.#names.add(name)
    return name
  }
}
