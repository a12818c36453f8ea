/** Names already taken in one scope of a generated file. */
export class TakenNames {
  readonly #names = new Set<string>()

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Public name: the wanted one, or "client_" if it is taken. */
  declare(wanted: string): string {
    let name = wanted
    while (this.#names.has(name)) name += '_'
    this.#names.add(name)
    return name
  }

  /** Private name: the wanted one, or "client$1" if it is taken. */
  alias(wanted: string): string {
    let name = wanted
    for (let number = 1; this.#names.has(name); number++) name = `${wanted}$${number}`
    this.#names.add(name)
    return name
  }
}
