/** The names that one scope of a generated file has taken. */
export class TakenNames {
  readonly #names = new Set<string>()

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** For what readers of generated code call by its name: the wanted one, or "client_" where it is taken. */
  declare(wanted: string): string {
    let name = wanted
    while (this.#names.has(name)) name += '_'
    this.#names.add(name)
    return name
  }

  /** For what only the file itself calls by its name: the wanted one, or "client$1" where it is taken. */
  alias(wanted: string): string {
    let name = wanted
    for (let number = 1; this.#names.has(name); number++) name = `${wanted}$${number}`
    this.#names.add(name)
    return name
  }
}
