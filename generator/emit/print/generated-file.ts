import { type Code, identifierCode, stringLiteralCode } from './code.ts'
import { type ImportExtension, type Inlined, importSpecifier, importStatements } from './import-statements.ts'
import { type ImportSymbol, SpelledSymbols } from './spelled-symbols.ts'
import { TakenNames } from './taken-names.ts'
import { printTemplate, type TemplateView, templateTextView } from './template.ts'

/** Settings of a generated file. */
export interface FileSettings {
  /** Path in the output: "types.ts". */
  readonly path: string
  /** Comment at the start of the file. */
  readonly header: Code
  readonly importExtension: ImportExtension
  /** Runtime modules copied into the output. */
  readonly inlined?: Inlined | undefined
}

/** Modules by the name of a type that they declare. */
export type Homes = ReadonlyMap<string, string>

/**
 * One generated file. Its declarations are public and take their names first. Imports follow from the symbols
 * printed, with an alias if a name is taken.
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

  /** Reserves the name of a declaration. Two only collide if one is not from the document. */
  declare(wanted: string): Code {
    return identifierCode(this.#names.declare(wanted))
  }

  /** Reserves a name inside a function that shadows no earlier declaration. */
  local(wanted: string): Code {
    return identifierCode(this.#names.alias(wanted))
  }

  /** Specifier of a module in this file. */
  specifier(from: string): Code {
    return stringLiteralCode(importSpecifier(from, this.#settings))
  }

  /**
   * Prints a view with a template. It adds `header` and `imports`; `importBlocks` has all imports, or is
   * empty.
   * @param homes modules of the types that the output declares.
   */
  print(template: string, view: TemplateView, homes: Homes = new Map()): string {
    const symbols = new SpelledSymbols(this.#names, (name) => this.#importOf(name, homes))
    const texts = templateTextView(view, (code) => code.write((symbol) => symbols.spell(symbol)))
    const imports = importStatements(symbols, this.#settings)
    const statements = imports.map((statement) => ({ statement: statement.toString() }))
    return printTemplate(template, {
      header: this.#settings.header.toString(),
      imports: statements,
      importBlocks: statements.length === 0 ? [] : [{ imports: statements }],
      ...texts,
    })
  }

  /** The code after the file's header and imports. */
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
