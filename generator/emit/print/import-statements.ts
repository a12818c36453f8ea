import { type Code, identifier, join, source, stringLiteral } from './code.ts'
import type { ImportSymbol, SpelledSymbols } from './spelled-symbols.ts'

/** How a module of the output names another one: './types.ts', './types.js' or './types'. */
export type ImportExtension = '.ts' | '.js' | ''

/** One statement for each module that symbols come from: packages first, then modules of the output. */
export function importStatements(symbols: SpelledSymbols, extension: ImportExtension): Code[] {
  const spelling = (symbol: ImportSymbol) => symbols.spell(symbol)
  const modules = [...Map.groupBy(symbols.imports, ({ from }) => from)].sort(([one], [other]) =>
    compare(one, other),
  )
  return modules.flatMap(([from, group]) => {
    const specifier = stringLiteral(isOfOutput(from) ? `${from}${extension}` : from)
    const defaults = group
      .filter(({ imports }) => imports === 'default')
      .map((symbol) => source`import ${identifier(spelling(symbol))} from ${specifier}`)
    const whole = group
      .filter(({ imports }) => imports === 'all types')
      .map((symbol) => source`import type * as ${identifier(spelling(symbol))} from ${specifier}`)
    const named = group.filter(({ imports }) => imports === 'value' || imports === 'type')
    const names = named.length === 0 ? [] : [source`${namedImport(named, spelling)} from ${specifier}`]
    return [...whole, ...defaults, ...names]
  })
}

/** `import { createClient as createClient$1, type Client }`, or `import type` where nothing but types is needed. */
function namedImport(symbols: readonly ImportSymbol[], spelling: (symbol: ImportSymbol) => string): Code {
  const hasValues = symbols.some(({ imports }) => imports === 'value')
  const bindings = symbols
    .toSorted((one, other) => (alphabetical(one.name) < alphabetical(other.name) ? -1 : 1))
    .map((symbol) => {
      const name = identifier(symbol.name)
      const local = spelling(symbol)
      const binding = local === symbol.name ? name : source`${name} as ${identifier(local)}`
      return hasValues && symbol.imports === 'type' ? source`type ${binding}` : binding
    })
  return source`import ${hasValues ? source`` : source`type `}{ ${join(bindings, ', ')} }`
}

function isOfOutput(from: string): boolean {
  return from.startsWith('.')
}

function compare(one: string, other: string): number {
  if (isOfOutput(one) !== isOfOutput(other)) return isOfOutput(one) ? 1 : -1
  return one < other ? -1 : 1
}

/** A key that sorts names by the alphabet, the capital of a letter before the letter. */
function alphabetical(name: string): string {
  return name.replace(/./gu, (letter) => `${letter.toLowerCase()}${letter === letter.toLowerCase() ? 1 : 0}`)
}
