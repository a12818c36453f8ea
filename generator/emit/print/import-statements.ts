import { posix } from 'node:path'
import { type Code, identifier, join, LINE_LENGTH, newLine, source, stringLiteral } from './code.ts'
import type { ImportSymbol, SpelledSymbols } from './spelled-symbols.ts'

/** Extension in imports of the output's own modules: './types.ts', './types.js' or './types'. */
export type ImportExtension = '.ts' | '.js' | ''

/** The importing file. */
interface Importer {
  /** Path in the output: "types/pets.ts". */
  readonly path: string
  readonly importExtension: ImportExtension
  /** Runtime modules copied into the output, if any. */
  readonly inlined?: Inlined | undefined
}

export interface Inlined {
  moduleOf(from: string, name: string): string | undefined
}

/** One statement for each imported module: packages first, then modules of the output. */
export function importStatements(symbols: SpelledSymbols, importer: Importer): Code[] {
  const spelling = (symbol: ImportSymbol) => symbols.spell(symbol)
  const moduleOf = ({ from, name }: ImportSymbol) => importer.inlined?.moduleOf(from, name) ?? from
  const modules = [...Map.groupBy(symbols.imports, moduleOf)].sort(([one], [other]) => compare(one, other))
  return modules.flatMap(([from, group]) => {
    const module = stringLiteral(specifier(from, importer))
    const defaults = group
      .filter(({ imports }) => imports === 'default')
      .map((symbol) => source`import ${identifier(spelling(symbol))} from ${module}`)
    const whole = group
      .filter(({ imports }) => imports === 'all types')
      .map((symbol) => source`import type * as ${identifier(spelling(symbol))} from ${module}`)
    const named = group.filter(({ imports }) => imports === 'value' || imports === 'type')
    const names = named.length === 0 ? [] : [namedImport(named, { module, spelling })]
    return [...whole, ...defaults, ...names]
  })
}

/** Specifier of a module in a file. One of the output is relative, with the configured extension. */
export function specifier(from: string, { path, importExtension }: Importer): string {
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
 * `import { createClient as createClient$1, type Client } from …`, or `import type` if it has only types; one
 * name on each line if it is too long.
 */
function namedImport(
  symbols: readonly ImportSymbol[],
  { module, spelling }: { module: Code; spelling: (symbol: ImportSymbol) => string },
): Code {
  const hasValues = symbols.some(({ imports }) => imports === 'value')
  const bindings = symbols
    .toSorted((one, other) => (alphabetical(one.name) < alphabetical(other.name) ? -1 : 1))
    .map((symbol) => {
      const name = identifier(symbol.name)
      const local = spelling(symbol)
      const binding = local === symbol.name ? name : source`${name} as ${identifier(local)}`
      return hasValues && symbol.imports === 'type' ? source`type ${binding}` : binding
    })
  const start = source`import ${hasValues ? source`` : source`type `}`
  const line = source`${start}{ ${join(bindings, ', ')} } from ${module}`
  if (line.width <= LINE_LENGTH) return line
  const rows = bindings.map((binding) => source`${newLine(2)}${binding},`)
  return source`${start}{${join(rows, '')}${newLine(0)}} from ${module}`
}

function isOfOutput(from: string): boolean {
  return from.startsWith('.')
}

function compare(one: string, other: string): number {
  if (isOfOutput(one) !== isOfOutput(other)) return isOfOutput(one) ? 1 : -1
  return one < other ? -1 : 1
}

/** Sort key for alphabetical order, upper case before lower case of the same letter. */
function alphabetical(name: string): string {
  return name.replace(/./gu, (letter) => `${letter.toLowerCase()}${letter === letter.toLowerCase() ? 1 : 0}`)
}
