import { isAbsolute, relative } from 'node:path'
import { type Code, identifierCode, sourceCode, stringLiteralCode } from '../print/code.ts'
import { globalType, IMPORTED_MODULES, importedType, importedValue } from '../print/modules.ts'

/** Type of a value in JSON. */
export type WireType = 'string' | 'number'

/** Type and conversion for values of one format. */
export interface ChosenFormat {
  /** Name of the format. */
  readonly name: string
  /** Type in `types.ts`. */
  readonly type: Code
  /** Expressions for the converters of the format's values, by JSON type. */
  readonly converters: { readonly [Wire in WireType]?: Code }
  /** Name of the constant for the converter; absent if the converter is already a name. */
  readonly constant?: string
  /** True if only the user's functions can interpret its values. */
  readonly isOwn: boolean
}

/** Formats by name. */
export type FormatTable = ReadonlyMap<string, ChosenFormat>

/** A built-in type for values, or a user's module that exports one. */
type FormatChoice =
  | string
  | { readonly from: string; readonly type: string; readonly parse: string; readonly serialize: string }

/** Configuration of formats. */
export interface FormatOptions {
  readonly formats?: Readonly<Record<string, FormatChoice>> | undefined
  /** Module that exports `Temporal`; absent if it is global. */
  readonly temporal?: string | undefined
  /** Time zone for strings without an offset that become a Date. If absent, such strings are rejected. */
  readonly timeZone?: string | undefined
  /** Folder of the generated files. */
  readonly output: string
}

export function formatTable({ formats = {}, ...options }: FormatOptions): FormatTable {
  return new Map(Object.entries(formats).map(([name, choice]) => [name, chosen(name, choice, options)]))
}

function chosen(name: string, choice: FormatChoice, options: Omit<FormatOptions, 'formats'>): ChosenFormat {
  if (typeof choice !== 'string') return ownFormat(name, choice, options.output)
  if (choice === 'Date') return dateFormat(name, options)
  if (choice === 'bigint') {
    const converter = name === 'uint64' ? 'uint64' : 'int64'
    const converters = { number: builtIn(converter), string: builtIn(`${converter}Text`) }
    return { name, type: sourceCode`bigint`, converters, isOwn: false }
  }
  const member = identifierCode(choice.slice('Temporal.'.length))
  const { temporal } = options
  const asType = temporal === undefined ? globalType('Temporal') : importedType('Temporal', temporal)
  const asValue = temporal === undefined ? globalType('Temporal') : importedValue('Temporal', temporal)
  return {
    name,
    type: sourceCode`${asType}.${member}`,
    converters: { string: sourceCode`/* @__PURE__ */ ${builtIn('temporal')}(${asValue}.${member})` },
    constant: uncapitalized(choice.slice('Temporal.'.length)),
    isOwn: false,
  }
}

function dateFormat(name: string, { timeZone }: Pick<FormatOptions, 'timeZone'>): ChosenFormat {
  const type = globalType('Date')
  if (timeZone === undefined) return { name, type, converters: { string: builtIn('date') }, isOwn: false }
  const converter = sourceCode`/* @__PURE__ */ ${builtIn('dateIn')}(${stringLiteralCode(timeZone)})`
  return { name, type, converters: { string: converter }, constant: 'localDate', isOwn: false }
}

function builtIn(name: string): Code {
  return importedValue(name, IMPORTED_MODULES.formats)
}

function ownFormat(name: string, choice: Exclude<FormatChoice, string>, output: string): ChosenFormat {
  const { from, type, parse, serialize } = choice
  const module = isAbsolute(from) ? specifier(relative(output, from)) : from
  const converter = sourceCode`{ parse: ${importedValue(parse, module)}, serialize: ${importedValue(serialize, module)} }`
  return {
    name,
    type: importedType(type, module),
    converters: { string: converter, number: converter },
    constant: uncapitalized(type),
    isOwn: true,
  }
}

/**
 * Returns the path with which the output's modules import a file, without an extension. The printer adds the
 * extension that all imports use.
 */
function specifier(path: string): string {
  const posix = path.replaceAll('\\', '/').replace(/\.[cm]?[jt]s$/, '')
  return posix.startsWith('.') ? posix : `./${posix}`
}

function uncapitalized(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
