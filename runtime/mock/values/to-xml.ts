import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'

/** A schema's rules for writing its values as XML. @see OpenAPI 3.1.1, XML Object */
interface XmlWords {
  readonly name?: string
  readonly prefix?: string
  readonly namespace?: string
  readonly isAttribute: boolean
  /** True if a list has its own element around its items. */
  readonly isWrapped: boolean
}

/** Element name for the root, or for the items of a list at the root, if their schemas provide none. */
const ROOT = 'item'

/**
 * A value as an XML document. Its root is named after `xml.name` or, if the schema has none, after the
 * schema's component.
 */
export function mockValueAsXml(value: unknown, schema: Schema): string {
  const { $ref } = schema.own
  const component = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : ROOT
  // An XML document has one root, so a list gets an element even if it is not wrapped.
  return Array.isArray(value)
    ? element(component, value.map((item) => toElements(ROOT, item, schema.items)).join(''), wordsOf(schema))
    : toElements(component, value, schema)
}

/** A schema, and the element name to use if the schema has none. */
interface Named {
  readonly schema: Schema
  readonly name: string
}

const elements = new ValueWalk<Named>({
  member: ({ schema }, name) => ({ schema: schema.property(name), name }),
  item: ({ schema, name }, index) => {
    const item = schema.itemAt(index)
    return { schema: item, name: wordsOf(item).name ?? name }
  },
})

/** Writes properties as attributes or elements, and list items one after another. */
function toElements(root: string, whole: unknown, schema: Schema): string {
  return elements.fold<string>(whole, { schema, name: root }, ({ value, beside }, inside) => {
    const { name } = beside
    const words = wordsOf(beside.schema)
    if (Array.isArray(value)) {
      const items = textOf(inside())
      return words.isWrapped ? element(name, items, words) : items
    }
    if (!isObject(value)) return element(name, escaped(value), words)
    const wordsFor = (member: string): XmlWords => wordsOf(beside.schema.property(member))
    const attributes = Object.entries(value)
      .filter(([member]) => wordsFor(member).isAttribute)
      .map(([member, own]) => ` ${tagOf(wordsFor(member).name ?? member)}="${escaped(own)}"`)
    const inner = inside().filter(([member]) => !wordsFor(member).isAttribute)
    return element(name, textOf(inner), words, attributes.join(''))
  })
}

function textOf(parts: readonly (readonly [step: string, text: string])[]): string {
  return parts.map(([, text]) => text).join('')
}

function wordsOf(schema: Schema): XmlWords {
  const written = schema.keywords['xml']
  const { name, prefix, namespace, attribute, wrapped } = isObject(written) ? written : {}
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof prefix === 'string' && prefix !== '' && { prefix }),
    ...(typeof namespace === 'string' && { namespace }),
    isAttribute: attribute === true,
    isWrapped: wrapped === true,
  }
}

function element(fallback: string, inner: string, words: XmlWords, attributes = ''): string {
  const { name = fallback, prefix, namespace } = words
  const tag = `${prefix === undefined ? '' : `${tagOf(prefix)}:`}${tagOf(name)}`
  const space = prefix === undefined ? 'xmlns' : `xmlns:${tagOf(prefix)}`
  const declared = namespace === undefined ? '' : ` ${space}="${escaped(namespace)}"`
  return `<${tag}${declared}${attributes}>${inner}</${tag}>`
}

function tagOf(name: string): string {
  return name.replace(/[^\w.-]/g, '_').replace(/^[^A-Za-z_]/, '_')
}

function escaped(value: unknown): string {
  return String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}
