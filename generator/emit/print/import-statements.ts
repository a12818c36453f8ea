import { posix } from 'node:path'
import {
  type Code,
  identifierCode,
  joinCode,
  LINE_LENGTH,
  newLineCode,
  sourceCode,
  stringLiteralCode,
} from './code.ts'
import type { ImportSymbol, SpelledSymbols } from './spelled-symbols.ts'

/** Extension for imports of the output's own modules: './types.ts', './types.js' or './types'. */
export type ImportExtension = '.ts' | '.js' | ''

/** The importing file. */
interface Importer {
  /** Path in the output: "types/pets.ts". */
  readonly path: string
  readonly importExtension: ImportExtension
  /** Runtime modules copied into the output, if any. */
  readonly inlined?: InlinedModules | undefined
}

export interface InlinedModules {
  moduleOf(from: string, name: string): string | undefined
}

/**
 * The import statements, in the order of the imported modules: packages first, then modules of the output.
 */
export function importStatements(symbols: SpelledSymbols, importer: Importer): Code[] {
  const spelling = (symbol: ImportSymbol) => symbols.spell(symbol)
  const moduleOf = ({ from, name }: ImportSymbol) => importer.inlined?.moduleOf(from, name) ?? from
  const modules = [...Map.groupBy(symbols.imports, moduleOf)].sort(([one], [other]) => compare(one, other))
  return modules.flatMap(([from, group]) => {
    const module = stringLiteralCode(importSpecifier(from, importer))
    const defaults = group
      .filter(({ imports }) => imports === 'default')
      .map((symbol) => sourceCode`import ${identifierCode(spelling(symbol))} from ${module}`)
    const whole = group
      .filter(({ imports }) => imports === 'all types')
      .map((symbol) => sourceCode`import type * as ${identifierCode(spelling(symbol))} from ${module}`)
    const named = group.filter(({ imports }) => imports === 'value' || imports === 'type')
    const names = named.length === 0 ? [] : [namedImport(named, { module, spelling })]
    return [...whole, ...defaults, ...names]
  })
}

/**
 * A module's specifier in a file. For a module of the output, it is relative and has the configured
 * extension.
 */
export function importSpecifier(from: string, { path, importExtension }: Importer): string {
  if (!isOfOutput(from)) return from
  const folder = `./${posix.dirname(path)}/`
  const up = path
    .split('/')
    .slice(1)
    .map(() => '..')
  const relative = up.length === 0 ? from : posix.join(...up, from)
  return `${from.startsWith(folder) ? `./${from.slice(folder.length)}` : relative}${importExtension}`
}

/**
 * Prints `import { createClient as createClient$1, type Client } from …`, or `import type` if there are only
 * types. If one line would be too long, each name gets its own line.
 */
function namedImport(
  symbols: readonly ImportSymbol[],
  { module, spelling }: { module: Code; spelling: (symbol: ImportSymbol) => string },
): Code {
  const hasValues = symbols.some(({ imports }) => imports === 'value')
  const bindings = symbols
    .toSorted((one, other) => (alphabetical(one.name) < alphabetical(other.name) ? -1 : 1))
    .map((symbol) => {
      const name = identifierCode(symbol.name)
      const local = spelling(symbol)
      const binding = local === symbol.name ? name : sourceCode`${name} as ${identifierCode(local)}`
      return hasValues && symbol.imports === 'type' ? sourceCode`type ${binding}` : binding
    })
  const start = sourceCode`import ${hasValues ? sourceCode`` : sourceCode`type `}`
  const line = sourceCode`${start}{ ${joinCode(bindings, ', ')} } from ${module}`
  if (line.width <= LINE_LENGTH) return line
  const rows = bindings.map((binding) => sourceCode`${newLineCode(2)}${binding},`)
  return sourceCode`${start}{${joinCode(rows, '')}${newLineCode(0)}} from ${module}`
}

function isOfOutput(from: string): boolean {
  return from.startsWith('.')
}

function compare(one: string, other: string): number {
  if (isOfOutput(one) !== isOfOutput(other)) return isOfOutput(one) ? 1 : -1
  return one < other ? -1 : 1
}

/** Sort key for alphabetical order, with upper case before lower case for the same letter. */
function alphabetical(name: string): string {
  return name.replace(/./gu, (letter) => `${letter.toLowerCase()}${letter === letter.toLowerCase() ? 1 : 0}`)
}
