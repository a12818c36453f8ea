import { type Code, identifier, stringLiteral } from './code.ts'
import { type ImportExtension, type Inlined, importStatements, specifier } from './import-statements.ts'
import { type ImportSymbol, SpelledSymbols } from './spelled-symbols.ts'
import { TakenNames } from './taken-names.ts'
import { fill, type TemplateView, textView } from './template.ts'

/** Surroundings of a generated file. */
export interface FileSettings {
  /** Path from the root of the output: "types.ts". */
  readonly path: string
  /** The comment that a file begins with. */
  readonly header: Code
  readonly importExtension: ImportExtension
  /** Modules of packages that are modules of the output. */
  readonly inlined?: Inlined | undefined
}

/** Modules by the names of the types that they declare. */
export type Homes = ReadonlyMap<string, string>

/**
 * One generated file. Its declarations are public, so that their names are taken first. Imports follow from
 * the symbols of the printed view, and get an alias if their name is taken.
 */
export class GeneratedFile {
  readonly #settings: FileSettings
  readonly #names = new TakenNames()

  constructor(settings: FileSettings) {
    this.#settings = settings
  }

  get path(): string {
    return this.#settings.path
  }

  /** The name of a declaration. Two declarations want the same name only if one of them is ours. */
  declare(wanted: string): Code {
    return identifier(this.#names.declare(wanted))
  }

  /** A name inside a function, which hides nothing that was declared before. */
  local(wanted: string): Code {
    return identifier(this.#names.alias(wanted))
  }

  /** Specifier of a module in this file. */
  specifier(from: string): Code {
    return stringLiteral(specifier(from, this.#settings))
  }

  /**
   * Prints the view by the template of this name. It adds `header` and `imports`;
   * `importBlocks` has all of these, or nothing.
   * @param homes of the types that the output declares.
   */
  print(template: string, view: TemplateView, homes: Homes = new Map()): string {
    const symbols = new SpelledSymbols(this.#names, (name) => this.#importOf(name, homes))
    const texts = textView(view, (code) => code.write((symbol) => symbols.spell(symbol)))
    const imports = importStatements(symbols, this.#settings)
    const statements = imports.map((statement) => ({ statement: statement.toString() }))
    return fill(template, {
      header: this.#settings.header.toString(),
      imports: statements,
      importBlocks: statements.length === 0 ? [] : [{ imports: statements }],
      ...texts,
    })
  }

  /** The file with this code behind its header and imports. */
  text(body: Code): string {
    const symbols = new SpelledSymbols(this.#names, () => undefined)
    const text = body.write((symbol) => symbols.spell(symbol))
    const imports = importStatements(symbols, this.#settings).map(String)
    const parts = [this.#settings.header.toString(), imports.join('\n'), text.trim()]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  }

  #importOf(name: string, homes: Homes): ImportSymbol | undefined {
    const from = homes.get(name)
    return from === undefined || `${from}.ts` === `./${this.path}`
      ? undefined
      : { kind: 'import', name, from, imports: 'type' }
  }
}
