import { type Code, identifierCode, stringLiteralCode } from './code.ts'
import {
  type ImportExtension,
  type InlinedModules,
  importSpecifier,
  importStatements,
} from './import-statements.ts'
import { type ImportSymbol, SpelledSymbols } from './spelled-symbols.ts'
import { TakenNames } from './taken-names.ts'
import { printTemplate, type TemplateView, templateTextView } from './template.ts'

/** Settings for a generated file. */
export interface FileSettings {
  /** Path in the output: "types.ts". */
  readonly path: string
  /** Comment at the start of the file. */
  readonly header: Code
  readonly importExtension: ImportExtension
  /** Runtime modules copied into the output. */
  readonly inlined?: InlinedModules | undefined
}

/** The module that declares each type, by type name. */
export type TypeHomes = ReadonlyMap<string, string>

/**
 * One generated file. Its declarations are public, so they reserve their names first. Imports are derived
 * from the printed symbols, with an alias if a name is already used.
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

  /**
   * Reserves a name for a declaration. Names from the document are unique, so a collision always involves a
   * name that does not come from it.
   */
  declare(wanted: string): Code {
    return identifierCode(this.#names.declare(wanted))
  }

  /** Reserves a name that differs from all earlier names, by adding a number if necessary. */
  local(wanted: string): Code {
    return identifierCode(this.#names.alias(wanted))
  }

  /** Specifier for importing a module into this file. */
  specifier(from: string): Code {
    return stringLiteralCode(importSpecifier(from, this.#settings))
  }

  /**
   * Prints a view with a template. Adds `header` and `imports` to the view; in `importBlocks`, all imports
   * form one block, and there is no block if there are no imports.
   * @param homes modules of the types that the output declares.
   */
  print(template: string, view: TemplateView, homes: TypeHomes = new Map()): string {
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

  /** The file's text: header, imports and the given code. */
  text(body: Code): string {
    const symbols = new SpelledSymbols(this.#names, () => undefined)
    const text = body.write((symbol) => symbols.spell(symbol))
    const imports = importStatements(symbols, this.#settings).map(String)
    const parts = [this.#settings.header.toString(), imports.join('\n'), text.trim()]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  }

  #importOf(name: string, homes: TypeHomes): ImportSymbol | undefined {
    const from = homes.get(name)
    return from === undefined || `${from}.ts` === `./${this.path}`
      ? undefined
      : { kind: 'import', name, from, imports: 'type' }
  }
}
