import { type Code, identifier } from './code.ts'
import { type ImportExtension, importStatements } from './import-statements.ts'
import { SpelledSymbols } from './spelled-symbols.ts'
import { TakenNames } from './taken-names.ts'
import { fill, textView, type View } from './template.ts'

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

  /** Prints the view by the template of this name, with `header` and `imports` added to it; `importBlocks` is all of these, or nothing. */
  print(template: string, view: View): string {
    const symbols = new SpelledSymbols(this.#names)
    const texts = textView(view, (code) => code.write((symbol) => symbols.spell(symbol)))
    const imports = importStatements(symbols, this.#settings.importExtension)
    const statements = imports.map((statement) => ({ statement: statement.toString() }))
    return fill(template, {
      header: this.#settings.header.toString(),
      imports: statements,
      importBlocks: statements.length === 0 ? [] : [{ imports: statements }],
      ...texts,
    })
  }
}
