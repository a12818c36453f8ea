/** The names that one scope of a generated file has taken. */
export class TakenNames {
  readonly #names = new Set<string>()

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Name for readers of generated code: the wanted one, or "client_" if it is taken. */
  declare(wanted: string): string {
    let name = wanted
    while (this.#names.has(name)) name += '_'
    this.#names.add(name)
    return name
  }

  /** Name that only the file itself uses: the wanted one, or "client$1" if it is taken. */
  alias(wanted: string): string {
    let name = wanted
    for (let number = 1; this.#names.has(name); number++) name = `${wanted}$${number}`
    this.#names.add(name)
    return name
  }
}
