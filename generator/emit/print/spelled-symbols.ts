import type { CodeSymbol } from './code.ts'
import type { TakenNames } from './taken-names.ts'

export type ImportSymbol = CodeSymbol & { readonly kind: 'import' }

/** The symbols printed in a file, spelled in a way that avoids names already in use. */
export class SpelledSymbols {
  readonly #taken: TakenNames
  readonly #importOf: (declared: string) => ImportSymbol | undefined
  readonly #spellings = new Map<CodeSymbol, string>()
  /** One symbol for each kind and name. */
  readonly #symbols = new Map<string, CodeSymbol>()

  /**
   * @param importOf returns the import for a type that the output declares; `undefined` if this file declares
   * it.
   */
  constructor(taken: TakenNames, importOf: (declared: string) => ImportSymbol | undefined) {
    this.#taken = taken
    this.#importOf = importOf
  }

  spell(symbol: CodeSymbol): string {
    if (symbol.kind === 'declared') {
      const imported = this.#importOf(symbol.name)
      return imported === undefined ? symbol.name : this.spell(imported)
    }
    const known = this.#spellings.get(symbol)
    if (known !== undefined) return known
    const key = `${symbol.kind === 'import' ? symbol.from : symbol.kind} ${symbol.name}`
    const same = this.#symbols.get(key)
    const spelling = (same && this.#spellings.get(same)) ?? this.#newSpelling(symbol)
    this.#spellings.set(symbol, spelling)
    // A symbol that is used both as a value and as a type is imported as a value.
    if (same === undefined || (symbol.kind === 'import' && symbol.imports === 'value'))
      this.#symbols.set(key, symbol)
    return spelling
  }

  /** Symbols to import, without duplicates. */
  get imports(): readonly ImportSymbol[] {
    return [...this.#symbols.values()].filter((symbol) => symbol.kind === 'import')
  }

  #newSpelling({ kind, name }: CodeSymbol): string {
    const isHidden = kind === 'global' && this.#taken.has(name)
    return isHidden ? `globalThis.${name}` : this.#taken.alias(name)
  }
}
