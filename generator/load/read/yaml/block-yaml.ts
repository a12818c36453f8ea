import { UnusualYaml } from './block-scalars.ts'
import { YamlLines } from './lines.ts'
import { YamlScalars } from './scalars.ts'

/** Matches tabs, carriage returns, and other characters that YAML forbids or treats specially. */
const UNUSUAL_CHARACTER = /[^\n -~\u00a0-\ufefe\uff00-\ufffd]/

/** Maximum nesting depth. It is a tenth of what the stack allows, and no known real document exceeds it. */
const MAX_DEPTH = 100

const DASH = 45

/**
 * Reads YAML in its most common form (block mappings and block sequences of scalars) in a third of a full
 * parser's time.
 * @returns the same tree as js-yaml; `undefined` for anything else, such as anchors, tags, long flow
 * collections or malformed text.
 */
export function readBlockYaml(text: string): { readonly tree: unknown } | undefined {
  if (UNUSUAL_CHARACTER.test(text) || !text.isWellFormed()) return undefined
  // One character beyond U+00FF would make every string in the document use two bytes per character, so such
  // text is read as octets.
  const isWide = /[\u0100-\uffff]/.test(text)
  try {
    return { tree: new BlockYaml(new YamlLines(isWide ? octetsOf(text) : text, isWide)).read() }
  } catch (error) {
    if (error instanceof UnusualYaml) return undefined
    throw error
  }
}

/**
 * Length, in characters, of a string that Node still stores in the heap. Much longer strings are stored
 * outside it, where reading them is slow.
 */
const WITHIN_HEAP = 1 << 19

/** A string's UTF-8 octets, each as one character. */
function octetsOf(text: string): string {
  const bytes = Buffer.from(text)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += WITHIN_HEAP)
    parts.push(bytes.toString('latin1', start, start + WITHIN_HEAP))
  return parts.join('')
}

/**
 * Reads line by line, with one method for each grammar production. A method that reads a node ends at the
 * line after the node.
 */
class BlockYaml {
  readonly #lines: YamlLines
  readonly #scalars: YamlScalars

  constructor(lines: YamlLines) {
    this.#lines = lines
    this.#scalars = new YamlScalars(lines)
  }

  read(): unknown {
    this.#lines.next()
    const colon = this.#scalars.colon()
    if (this.#lines.indent !== 0 || colon === -1) throw new UnusualYaml()
    const tree = this.#mapping(0, 1, colon)
    if (this.#lines.indent >= 0) throw new UnusualYaml()
    return tree
  }

  #mapping(column: number, depth: number, firstColon: number): unknown {
    if (depth > MAX_DEPTH) throw new UnusualYaml()
    const mapping: Record<string, unknown> = {}
    for (let colon = firstColon; ; colon = this.#scalars.colon()) {
      if (colon === -1) throw new UnusualYaml()
      const key = this.#scalars.key(colon)
      if (key === '<<' || key === '__proto__' || Object.hasOwn(mapping, key)) throw new UnusualYaml()
      this.#lines.at = colon + 1
      mapping[key] = this.#value(column, depth)
      if (this.#lines.indent !== column) break
    }
    if (this.#lines.indent > column) throw new UnusualYaml()
    return mapping
  }

  #value(column: number, depth: number): unknown {
    if (this.#lines.hasMore()) return this.#scalars.read(column)
    this.#lines.next()
    if (this.#lines.indent > column) return this.#node(column, depth + 1)
    return this.#lines.indent === column && this.#isItem() ? this.#sequence(column, depth + 1) : null
  }

  #isItem(): boolean {
    return this.#lines.text.charCodeAt(this.#lines.at) === DASH && this.#lines.isSeparated(this.#lines.at + 1)
  }

  #sequence(column: number, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new UnusualYaml()
    const items: unknown[] = []
    while (this.#lines.indent === column && this.#isItem()) {
      const dash = this.#lines.at++
      if (this.#lines.hasMore()) this.#lines.indent = column + this.#lines.at - dash
      else this.#lines.next()
      items.push(this.#lines.indent > column ? this.#node(column, depth + 1) : null)
    }
    if (this.#lines.indent > column) throw new UnusualYaml()
    return items
  }

  #node(column: number, depth: number): unknown {
    if (this.#isItem()) return this.#sequence(this.#lines.indent, depth)
    const colon = this.#scalars.colon()
    return colon === -1 ? this.#scalars.read(column) : this.#mapping(this.#lines.indent, depth, colon)
  }
}
