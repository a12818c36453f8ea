import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'

/** What the document says of how a value is written. @see OpenAPI 3.1.1, XML Object */
interface XmlWords {
  readonly name?: string
  readonly prefix?: string
  readonly namespace?: string
  readonly isAttribute: boolean
  /** True if a list has an element of its own around its items. */
  readonly isWrapped: boolean
}

/** The root where neither the schema nor its reference has a name. */
const ROOT = 'item'

/** A value as an XML document: named by `xml.name`, else by the component that the schema is. */
export function toXml(value: unknown, schema: Schema): string {
  const { $ref } = schema.own
  const component = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : ROOT
  // A document has one root: a list without an element of its own gets one.
  return Array.isArray(value)
    ? element(component, value.map((item) => toElements(ROOT, item, schema.items)).join(''), wordsOf(schema))
    : toElements(component, value, schema)
}

/** Members as attributes or elements, items of a list one after the other. */
function toElements(name: string, value: unknown, schema: Schema | undefined): string {
  const words = wordsOf(schema)
  if (Array.isArray(value)) {
    const inItems = schema?.items === undefined ? name : (wordsOf(schema.items).name ?? name)
    const items = value.map((item) => toElements(inItems, item, schema?.items)).join('')
    return words.isWrapped ? element(name, items, words) : items
  }
  if (!isObject(value)) return element(name, escaped(value), words)
  const members = Object.entries(value).map(([member, own]) => {
    const inner = schema?.properties.get(member)
    return { member, own, inner, words: wordsOf(inner) }
  })
  const attributes = members
    .filter((each) => each.words.isAttribute)
    .map(({ member, own, words: { name: given = member } }) => ` ${tagOf(given)}="${escaped(own)}"`)
  const elements = members
    .filter((each) => !each.words.isAttribute)
    .map(({ member, own, inner }) => toElements(member, own, inner))
  return element(name, elements.join(''), words, attributes.join(''))
}

function wordsOf(schema: Schema | undefined): XmlWords {
  const written = schema?.keywords['xml']
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
