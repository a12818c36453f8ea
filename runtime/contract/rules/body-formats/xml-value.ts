import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { XmlElement } from './xml.ts'

/** Returns the document's instructions for writing a value as XML. @see OpenAPI 3.1.1, XML Object */
function wordsOf({ keywords }: Schema): {
  readonly name?: string
  readonly isAttribute: boolean
  readonly isWrapped: boolean
} {
  const { name, attribute, wrapped } = isObject(keywords['xml']) ? keywords['xml'] : {}
  return {
    ...(typeof name === 'string' && { name }),
    isAttribute: attribute === true,
    isWrapped: wrapped === true,
  }
}

/** Returns the name of an element, if the schema specifies one. */
export function xmlRootName(schema: Schema): string | undefined {
  return wordsOf(schema).name
}

/** Returns the value that an element represents; `undefined` if its schema allows several kinds of value. */
export function xmlValue(element: XmlElement, schema: Schema): { readonly value: unknown } | undefined {
  try {
    return { value: readValue(element, schema) }
  } catch (error) {
    if (error instanceof SeveralKinds) return undefined
    throw error
  }
}

/**
 * Thrown if an element's schema allows several kinds of values, because nothing in the element shows which
 * kind its value has.
 */
class SeveralKinds extends Error {}

function readValue(element: XmlElement, schema: Schema): unknown {
  if (schema.alternatives.filter(({ values }) => !values.areNull).length > 1) throw new SeveralKinds()
  if (schema.types.includes('array')) return element.children.map((child) => readValue(child, schema.items))
  if (schema.properties.size > 0) return objectOf(element, schema)
  const isEmptyObject = schema.types.includes('object') && element.text.trim() === ''
  return element.children.length > 0 || isEmptyObject ? {} : scalarOf(element.text, schema)
}

function objectOf(element: XmlElement, schema: Schema): unknown {
  const members = [...schema.properties].flatMap(([name, own]): [string, unknown][] => {
    const { name: called = name, isAttribute } = wordsOf(own)
    const attribute = element.attributes.get(called)
    if (isAttribute) return attribute === undefined ? [] : [[name, scalarOf(attribute, own)]]
    if (own.types.includes('array')) return [[name, listOf(element, called, own)]]
    const child = element.children.find((one) => one.name === called)
    return child === undefined ? [] : [[name, readValue(child, own)]]
  })
  return Object.fromEntries(members)
}

/**
 * Returns the items, either inside their own element or side by side. If a server adds an undocumented
 * wrapper, returns the items in it.
 */
function listOf({ children }: XmlElement, called: string, schema: Schema): unknown[] {
  const { isWrapped } = wordsOf(schema)
  const own = wordsOf(schema.items).name ?? called
  const found = children.filter(({ name }) => name === (isWrapped ? called : own) || name === called)
  const [only] = found
  const isAround =
    found.length === 1 &&
    only !== undefined &&
    only.children.length > 0 &&
    only.children.every(({ name }) => name === own)
  const items = isWrapped || isAround ? found.flatMap((one) => one.children) : found
  return items.map((item) => readValue(item, schema.items))
}

function scalarOf(text: string, { types }: Schema): unknown {
  const trimmed = text.trim()
  if (types.includes('null') && trimmed === '' && !types.includes('string')) return null
  if (types.some((type) => type === 'number' || type === 'integer') && NUMBER.test(trimmed))
    return Number(trimmed)
  if (types.includes('boolean') && BOOLEANS.has(trimmed)) return BOOLEANS.get(trimmed)
  return text
}

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/
/** @see XML Schema 1.1, Part 2, 3.3.2 */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
