import { type Code, type CodeSymbol, identifier, isCode } from './code.ts'
import { type ImportExtension, type ImportSymbol, importStatements } from './import-statements.ts'
import { TakenNames } from './taken-names.ts'
import { render, type View } from './template.ts'

/** What every generated file has in common. */
export interface FileSettings {
  /** The comment that a file begins with. */
  readonly header: Code
  readonly importExtension: ImportExtension
}

/**
 * One generated file. What it declares is public, so that its names are taken first. Imports follow from what the printed
 * view uses, and get an alias where their name is taken.
 */
export class GeneratedFile {
  readonly #settings: FileSettings
  readonly #names = new TakenNames()

  constructor(settings: FileSettings) {
    this.#settings = settings
  }

  /** The name of a declaration. Two declarations want the same one only where the document does not know of ours. */
  declare(wanted: string): Code {
    return identifier(this.#names.declare(wanted))
  }

  /** A name inside a function, which hides nothing that was declared before. */
  local(wanted: string): Code {
    return identifier(this.#names.alias(wanted))
  }

  /** Prints the view by the template of this name, with `header` and `imports` added to it. */
  print(template: string, view: View): string {
    const { header, importExtension } = this.#settings
    const used = new Set<CodeSymbol>()
    collectSymbols(view, used)
    const spellings = spell(used, this.#names)
    const spelling = (symbol: CodeSymbol) => spellings.get(symbol) ?? symbol.name
    const imports = importStatements(distinct(used).filter(isImport), spelling, importExtension)
    return render(
      template,
      { header, imports: imports.map((statement) => ({ statement })), ...view },
      spelling,
    )
  }
}

function isImport(symbol: CodeSymbol): symbol is ImportSymbol {
  return symbol.kind === 'import'
}

function collectSymbols(value: View[string], found: Set<CodeSymbol>): void {
  if (isCode(value)) {
    for (const part of value.parts) if (typeof part !== 'string') found.add(part)
  } else for (const inner of Object.values(value)) collectSymbols(inner, found)
}

/** Equal for symbols that are the same thing. */
function keyOf(symbol: CodeSymbol): string {
  return `${symbol.kind === 'import' ? symbol.from : symbol.kind} ${symbol.name}`
}

/** Each symbol once; what is used as a value and as a type is imported as a value. */
function distinct(symbols: Iterable<CodeSymbol>): CodeSymbol[] {
  const byKey = new Map<string, CodeSymbol>()
  for (const symbol of symbols) {
    const isValue = isImport(symbol) && symbol.imports === 'value'
    if (isValue || !byKey.has(keyOf(symbol))) byKey.set(keyOf(symbol), symbol)
  }
  return [...byKey.values()]
}

/** How each symbol is written beside the names that are taken: globals as they are where they can be, then imports. */
function spell(symbols: ReadonlySet<CodeSymbol>, taken: TakenNames): ReadonlyMap<CodeSymbol, string> {
  const byKey = new Map<string, string>()
  for (const symbol of distinct(symbols).sort(
    (one, other) => Number(isImport(one)) - Number(isImport(other)),
  )) {
    const isHidden = symbol.kind === 'global' && taken.has(symbol.name)
    byKey.set(keyOf(symbol), isHidden ? `globalThis.${symbol.name}` : taken.alias(symbol.name))
  }
  return new Map([...symbols].map((symbol) => [symbol, byKey.get(keyOf(symbol)) ?? symbol.name]))
}
