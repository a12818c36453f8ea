const NAME = '[\\p{L}_:][\\p{L}\\p{N}\\p{M}_:.·-]*'
const DOCTYPE = /<!DOCTYPE\s(?:"[^"]*"|'[^']*'|[^>"'[])*>/uy
const END = new RegExp(`</(${NAME})\\s*>`, 'uy')
const START = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^<"]*"|'[^<']*'))*)\\s*(/?)>`, 'uy')
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gu')
const TEXT = /[^<]+/uy
/** "&" that begins no reference. */
const LOOSE = new RegExp(`&(?!${NAME};|#\\d+;|#x[\\da-fA-F]+;)`, 'u')
/** Maximum number of characters of invalid markup that a finding shows. */
const MOST_SHOWN = 20

/**
 * Explains why a string is not well-formed XML; `undefined` if no fault is found. Finds faults of elements,
 * attributes and unescaped "&", but no faults inside comments, invalid characters or unknown entities. A
 * document that declares its own entities is accepted unchecked.
 * @see XML 1.0, Fifth Edition, 2.1
 */
export function xmlFault(text: string): string | undefined {
  return hasEntities(text) ? undefined : new XmlReader(text.replace(/^\ufeff/, '')).fault()
}

/**
 * Returns a document's root element; `undefined` if `xmlFault` finds a fault, or if the document declares its
 * own entities.
 */
export function xmlRoot(text: string): XmlElement | undefined {
  if (hasEntities(text)) return undefined
  const reader = new XmlReader(text.replace(/^\ufeff/, ''))
  return reader.fault() === undefined ? reader.root : undefined
}

function hasEntities(text: string): boolean {
  return /<!DOCTYPE[^>]*\[/.test(text)
}

/** An element of an XML document. Names have no prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The element's own characters, without those of its children. */
  readonly text: string
}

/** An element that is being read. */
interface Reading extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Replaces references with the characters that they stand for. */
function resolved(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, digits?: string, name = '') => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      if (Number.isNaN(code)) return NAMED[name] ?? whole
      return code > 0x10ffff ? whole : String.fromCodePoint(code)
    },
  )
}

/** Checks an XML document and collects its elements in a single pass. */
class XmlReader {
  readonly #text: string
  /** Names of the currently open elements. */
  readonly #open: string[] = []
  readonly #elements: Reading[] = []
  root: XmlElement | undefined
  #at = 0
  #hasRoot = false

  constructor(text: string) {
    this.#text = text
  }

  fault(): string | undefined {
    while (this.#at < this.#text.length) {
      const fault = this.#part()
      if (fault !== undefined) return fault
    }
    const unclosed = this.#open.at(-1)
    if (unclosed !== undefined) return `<${unclosed}> is not closed`
    return this.#hasRoot ? undefined : 'no element'
  }

  #part(): string | undefined {
    const isInside = this.#open.length > 0
    if (this.#skip('<!--', '-->') || this.#skip('<?', '?>')) return undefined
    const from = this.#at
    if (isInside && this.#skip('<![CDATA[', ']]>')) {
      this.#add(this.#text.slice(from + '<![CDATA['.length, this.#at - ']]>'.length))
      return undefined
    }
    if (!this.#hasRoot && this.#take(DOCTYPE) !== undefined) return undefined
    const end = this.#take(END)
    if (end !== undefined) return this.#end(end)
    const start = this.#take(START)
    if (start !== undefined) return this.#start(start)
    const [text] = this.#take(TEXT) ?? []
    if (text === undefined) return `"${this.#text.slice(this.#at, this.#at + MOST_SHOWN)}" is not markup`
    if (!isInside) return text.trim() === '' ? undefined : 'text outside the root element'
    this.#add(resolved(text))
    return LOOSE.test(text) ? 'an unescaped "&"' : undefined
  }

  #end([, name]: RegExpExecArray): string | undefined {
    const opened = this.#open.pop()
    this.#elements.pop()
    if (opened === name) return undefined
    return `</${name}> where ${opened === undefined ? 'no element' : `<${opened}>`} is open`
  }

  #start([, name = '', attributes = '', closes]: RegExpExecArray): string | undefined {
    if (this.#hasRoot && this.#open.length === 0) return `a second element, <${name}>`
    this.#hasRoot = true
    if (closes === '') this.#open.push(name)
    const names = new Set<string>()
    const element: Reading = {
      name: localName(name),
      attributes: valuesOf(attributes),
      children: [],
      text: '',
    }
    this.root ??= element
    this.#elements.at(-1)?.children.push(element)
    if (closes === '') this.#elements.push(element)
    for (const [, attribute = '', one, other] of attributes.matchAll(ATTRIBUTE)) {
      if (names.has(attribute)) return `a duplicate attribute "${attribute}" in <${name}>`
      if (LOOSE.test(one ?? other ?? ''))
        return `an unescaped "&" in the attribute "${attribute}" of <${name}>`
      names.add(attribute)
    }
    return undefined
  }

  #add(text: string): void {
    const element = this.#elements.at(-1)
    if (element !== undefined) element.text += text
  }

  #skip(opening: string, closing: string): boolean {
    if (!this.#text.startsWith(opening, this.#at)) return false
    const end = this.#text.indexOf(closing, this.#at + opening.length)
    if (end === -1) return false
    this.#at = end + closing.length
    return true
  }

  #take(part: RegExp): RegExpExecArray | undefined {
    part.lastIndex = this.#at
    const found = part.exec(this.#text) ?? undefined
    if (found !== undefined) this.#at = part.lastIndex
    return found
  }
}

function valuesOf(attributes: string): ReadonlyMap<string, string> {
  return new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', one, other]) => [
      localName(name),
      resolved(one ?? other ?? ''),
    ]),
  )
}
