/** A name whose spelling is decided only when all names in its file are known. */
export type CodeSymbol =
  /** Export of another module; it gets an alias if its name is already used in the file. */
  | {
      readonly kind: 'import'
      readonly name: string
      /** Module specifier; modules of the output have no extension: "./types". */
      readonly from: string
      readonly imports: 'value' | 'type' | 'all types' | 'default'
    }
  /** Global of the language; accessed through `globalThis` if its name is already used in the file. */
  | { readonly kind: 'global'; readonly name: string }
  /** A type that the output declares under a unique name; imported if it is declared in another file. */
  | { readonly kind: 'declared'; readonly name: string }

type Part = string | CodeSymbol

/**
 * Content of a generated file: text and symbols. Only this module can create it, so code that uses a
 * document's text without escaping it does not compile.
 */
class Code {
  readonly #parts: string | readonly Part[]
  /** Number of characters if every symbol keeps its name. */
  readonly width: number

  constructor(parts: string | readonly Part[], width: number) {
    this.#parts = parts
    this.width = width
  }

  /** A single string if there are no symbols, as in most code. */
  get parts(): string | readonly Part[] {
    return this.#parts
  }

  /**
   * Returns the code as text, if it contains no symbols.
   * @throws {Error} for code with symbols, because only a file can decide how these are spelled.
   */
  toString(): string {
    return this.write(({ name }) => {
      throw new Error(`The code for "${name}" depends on the file`)
    })
  }

  write(spell: (symbol: CodeSymbol) => string): string {
    if (typeof this.#parts === 'string') return this.#parts
    let text = ''
    for (let index = 0; index < this.#parts.length; index++) {
      const part = this.#parts[index] ?? ''
      text += typeof part === 'string' ? part : spell(part)
    }
    return text
  }
}

export type { Code }

export function isCode(value: unknown): value is Code {
  return value instanceof Code
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
/** Maximum length of a line that can be broken. */
export const LINE_LENGTH = 110

/**
 * Joins fixed text and code: sourceCode`export type ${name} = ${type}`. The fixed text never comes from a
 * document.
 */
export function sourceCode(fixed: TemplateStringsArray, ...codes: readonly Code[]): Code {
  const joined = new Joined()
  // Written as a loop because most printing happens here, and an iterator would allocate an object at each
  // step.
  for (let index = 0; index < fixed.length; index++) {
    joined.add(fixed[index] ?? '')
    const code = codes[index]
    if (code !== undefined) joined.addCode(code)
  }
  return joined.code()
}

export function joinCode(codes: readonly Code[], separator: ' | ' | ' & ' | ', ' | '; ' | ''): Code {
  const joined = new Joined()
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]
    if (index > 0) joined.add(separator)
    if (code !== undefined) joined.addCode(code)
  }
  return joined.code()
}

/** Line breaks cached by indentation, because most printed text is divided into lines. */
const newLines: Code[] = []

/** A line break followed by the next line's indentation. */
export function newLineCode(indent: number): Code {
  const line = newLines[indent] ?? textCode(`\n${' '.repeat(indent)}`)
  newLines[indent] = line
  return line
}

/** Joins adjacent strings into one, so that code has only a few parts. */
class Joined {
  /** Parts of the code; absent until the first symbol. */
  #parts: Part[] | undefined
  #text = ''
  #width = 0

  add(text: string): void {
    this.#text += text
    this.#width += text.length
  }

  addCode({ parts, width }: Code): void {
    this.#width += width
    if (typeof parts === 'string') {
      this.#text += parts
      return
    }
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? ''
      if (typeof part === 'string') this.#text += part
      else this.#addSymbol(part)
    }
  }

  #addSymbol(symbol: CodeSymbol): void {
    this.#parts ??= []
    if (this.#text !== '') this.#parts.push(this.#text)
    this.#text = ''
    this.#parts.push(symbol)
  }

  code(): Code {
    if (this.#parts === undefined) return textCode(this.#text)
    if (this.#text !== '') this.#parts.push(this.#text)
    return new Code(this.#parts, this.#width)
  }
}

function textCode(text: string): Code {
  return new Code(text, text.length)
}

/** Code for a symbol, to be spelled by the file that prints it. */
export function symbolCode(symbol: CodeSymbol): Code {
  return new Code([symbol], symbol.name.length)
}

/**
 * Creates code for an identifier.
 * @throws {Error} if the name is not a valid identifier, because the model should have made it one.
 */
export function identifierCode(name: string): Code {
  if (!IDENTIFIER.test(name)) throw new Error(`"${name}" is not an identifier`)
  return textCode(name)
}

/**
 * A string in single quotes, with everything escaped that could end the string, a line or a script element.
 */
export function stringLiteralCode(text: string): Code {
  return textCode(quoted(text))
}

/** Printable ASCII that needs no escapes, as in most strings. */
const PLAIN = /^[ !-&(-;=-[\]-~]*$/

function quoted(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029').replaceAll('</', '<\\/')}'`
}

/**
 * Property name in an object literal or type. It is unquoted if possible, and computed if it would otherwise
 * set the prototype.
 */
export function propertyKeyCode(name: string): Code {
  return textCode(keyText(name))
}

function keyText(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** Keys cached by name, because a document often repeats a few names. */
const keys = new Map<string, string>()

/** A property name with its colon. */
function keyOf(name: string): string {
  const key = keys.get(name) ?? `${keyText(name)}: `
  keys.set(name, key)
  return key
}

/** A property of an object literal: "listPets", or "listPets: listPets_" if the value has another name. */
export function propertyCode(name: string, value: Code): Code {
  return value.toString() === name ? value : sourceCode`${propertyKeyCode(name)}: ${value}`
}

/** An integer, such as a status. */
export function integerCode(value: number): Code {
  if (!Number.isSafeInteger(value)) throw new Error(`"${value}" is not an integer`)
  return textCode(String(value))
}

/** Expressions without symbols for objects that are printed elsewhere. */
export type Printed = ReadonlyMap<unknown, Code>

const NONE: Printed = new Map()

/** A JSON value as a JavaScript expression, on one line if it fits. Only own properties are included. */
export function literalCode(value: unknown, indent = 0, known: Printed = NONE): Code {
  if (typeof value === 'string') return stringLiteralCode(value)
  return textCode(new LiteralPrinter(known).print(value, indent))
}

/** Width of text that contains line breaks. */
const BROKEN = Number.POSITIVE_INFINITY

/**
 * Prints values, with names for those that are printed elsewhere. Most output is data, so the printer is
 * optimized for speed: it collects the pieces in one list and joins them once, which is faster than "+".
 */
class LiteralPrinter {
  readonly #known: Printed
  readonly #pieces: string[] = []

  constructor(known: Printed) {
    this.#known = known
  }

  print(value: unknown, indent: number): string {
    this.#add(value, indent, LINE_LENGTH - indent)
    return this.#pieces.join('')
  }

  /**
   * Adds a value, as one piece if it fits on one line.
   * @param indent indentation of its lines.
   * @param room space left on its first line.
   * @returns its width.
   */
  #add(value: unknown, indent: number, room: number): number {
    if (typeof value === 'string') return this.#addText(quoted(value))
    if (typeof value !== 'object' || value === null)
      return this.#addText(JSON.stringify(value) ?? 'undefined')
    const name = this.#known.get(value)
    if (name !== undefined) return this.#addText(name.toString())
    return Array.isArray(value) ? this.#addItems(value, indent, room) : this.#addMembers(value, indent, room)
  }

  #addText(text: string): number {
    this.#pieces.push(text)
    return text.includes('\n') ? BROKEN : text.length
  }

  #addItems(items: readonly unknown[], indent: number, room: number): number {
    if (items.length === 0) return this.#addText('[]')
    const start = this.#pieces.push('[') - 1
    const margin = newLineCode(indent + 2).toString()
    let width = 2
    for (let index = 0; index < items.length; index++) {
      this.#pieces.push(index === 0 ? margin : `,${margin}`)
      width += this.#add(items[index], indent + 2, LINE_LENGTH - indent - 3) + 2
    }
    if (width > room) return this.#breakLines(indent, ']')
    this.#joinLine(start, { open: '[', close: ']', each: 2 })
    return width - 2
  }

  #addMembers(object: object, indent: number, room: number): number {
    const names = Object.keys(object)
    const start = this.#pieces.push('{') - 1
    const margin = newLineCode(indent + 2).toString()
    let width = 2
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? ''
      const value: unknown = Reflect.get(object, name)
      if (value === undefined) continue
      const key = keyOf(name)
      this.#pieces.push(width === 2 ? margin : `,${margin}`, key)
      width += key.length + 2
      width += this.#add(value, indent + 2, LINE_LENGTH - indent - 3 - key.length)
    }
    if (width > 2 && width > room) return this.#breakLines(indent, '}')
    this.#joinLine(start, width === 2 ? EMPTY : { open: '{ ', close: ' }', each: 3 })
    return width
  }

  #breakLines(indent: number, close: string): number {
    this.#pieces.push(',', newLineCode(indent).toString(), close)
    return BROKEN
  }

  /**
   * Joins all pieces from `start` on into one line. `each` is the number of pieces per part: indentation,
   * key, value.
   */
  #joinLine(start: number, { open, close, each }: { open: string; close: string; each: number }): void {
    const pieces = this.#pieces
    let line = open
    for (let index = start + 1; index < pieces.length; index++) {
      const isMargin = (index - start - 1) % each === 0
      if (!isMargin) line += pieces[index]
      else if (index > start + 1) line += ', '
    }
    pieces.length = start
    pieces.push(line + close)
  }
}

const EMPTY = { open: '{', close: '}', each: 1 }

/**
 * Creates code from the output of a printer that escapes text itself: the one for comments, or
 * openapi-typescript with TypeScript's node factory.
 */
export function printedCode(text: string): Code {
  return textCode(text)
}

/** Declared types that code uses. */
export function declaredTypesUsed({ parts }: Code): readonly string[] {
  const symbols = typeof parts === 'string' ? [] : parts.filter((part) => typeof part !== 'string')
  return [...new Set(symbols.flatMap(({ kind, name }) => (kind === 'declared' ? [name] : [])))]
}
