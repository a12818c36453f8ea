import { XmlElement as ParsedElement, parseXml, XmlError, XmlText } from '#parse-xml'

/** An element of an XML document. Names have no prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The element's own characters, without those of its children. */
  readonly text: string
}

/**
 * A string read as XML: its root element, or the reason why it is not well-formed. It has neither if it
 * declares its own entities or is nested too deeply for the parser, because such a document is not judged.
 */
export interface XmlReading {
  readonly root?: XmlElement
  readonly fault?: string
}

/** Reads a string as an XML document. @see XML 1.0, Fifth Edition, 2.1 */
export function readXml(text: string): XmlReading {
  if (/<!DOCTYPE[^>]*\[/.test(text)) return {}
  try {
    const { root } = parseXml(text)
    return root === null ? {} : { root: elementOf(root) }
  } catch (error) {
    if (error instanceof XmlError) return { fault: faultOf(error) }
    // The parser calls itself for each nested element.
    if (error instanceof RangeError) return {}
    throw error
  }
}

/** Returns the first line of the parser's message, which its excerpt follows, as part of a sentence. */
function faultOf({ message }: XmlError): string {
  const [line = ''] = message.split('\n')
  return line.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

function elementOf({ name, attributes, children }: ParsedElement): XmlElement {
  return {
    name: localName(name),
    attributes: new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
    children: children.filter((child) => child instanceof ParsedElement).map(elementOf),
    text: children.map((child) => (child instanceof XmlText ? child.text : '')).join(''),
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
