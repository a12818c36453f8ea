import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { DATA, SCHEMA_LIST, SCHEMA_MAP } from './schema.ts'

/** Reading leaves out what only a request carries (`writeOnly`), writing what only an answer carries (`readOnly`). */
export type View = 'read' | 'write'

const HIDDEN: Readonly<Record<View, 'readOnly' | 'writeOnly'>> = { read: 'writeOnly', write: 'readOnly' }

/** Calls `visit` for the schema and every schema inside it, without following references. */
function walkSchema(schema: unknown, visit: (schema: { readonly [keyword: string]: unknown }) => void): void {
  if (!isObject(schema)) return
  visit(schema)
  for (const [keyword, value] of Object.entries(schema)) {
    if (Array.isArray(value) && SCHEMA_LIST.includes(keyword))
      for (const item of value) walkSchema(item, visit)
    else if (isObject(value) && SCHEMA_MAP.includes(keyword))
      for (const item of Object.values(value)) walkSchema(item, visit)
    else if (isObject(value) && !DATA.includes(keyword)) walkSchema(value, visit)
  }
}

/** The definition that "#/$defs/Pet" names. */
export function definitionName(reference: unknown): string | undefined {
  return typeof reference === 'string' && reference.startsWith('#/$defs/')
    ? reference.slice('#/$defs/'.length)
    : undefined
}

/** Names of all definitions that a schema refers to, directly. */
export function referencedNames(schema: unknown): Set<string> {
  const names = new Set<string>()
  walkSchema(schema, (part) => {
    const name = definitionName(part['$ref'])
    if (name !== undefined) names.add(name)
  })
  return names
}

/** All names that are reached from `names`, themselves included, in the order of discovery. */
export function closure(names: Iterable<string>, edges: (name: string) => Iterable<string>): Set<string> {
  const reached = new Set(names)
  for (const name of reached) for (const next of edges(name)) reached.add(next)
  return reached
}

/** The definitions whose read and write views differ: they, or what they refer to, hold a hidden property. */
export function differingNames(definitions: ReadonlyMap<string, JsonSchema>): Set<string> {
  const users = new Map<string, string[]>()
  const own: string[] = []
  for (const [name, schema] of definitions) {
    let hides = false
    walkSchema(schema, (part) => {
      const properties = isObject(part['properties']) ? Object.values(part['properties']) : []
      hides ||= properties.some(
        (property) =>
          isObject(property) &&
          (hidden(property, 'read', definitions) || hidden(property, 'write', definitions)),
      )
    })
    if (hides) own.push(name)
    for (const used of referencedNames(schema)) users.set(used, [...(users.get(used) ?? []), name])
  }
  return closure(own, (name) => users.get(name) ?? [])
}

/** A property is hidden when its schema says so, or the definition that it refers to says so of itself. */
function hidden(
  property: { readonly [keyword: string]: unknown },
  view: View,
  definitions: ReadonlyMap<string, JsonSchema>,
): boolean {
  if (property[HIDDEN[view]] === true) return true
  const target = definitions.get(definitionName(property['$ref']) ?? '')
  return isObject(target) && target[HIDDEN[view]] === true
}

export interface ViewContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  /** The name that a definition has in this view. */
  rename(name: string): string
}

/** The schema as one direction sees it: hidden properties gone, also from `required`, and references renamed. */
export function viewOf(schema: JsonSchema, view: View, context: ViewContext): JsonSchema {
  if (!isObject(schema)) return schema
  const output: Record<string, unknown> = {}
  const dropped = new Set<unknown>()
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' && isObject(value)) {
      const kept = Object.entries(value).filter(([name, property]) => {
        const hides = isObject(property) && hidden(property, view, context.definitions)
        if (hides) dropped.add(name)
        return !hides
      })
      output[keyword] = Object.fromEntries(
        kept.map(([name, property]) => [name, viewOf(property as JsonSchema, view, context)]),
      )
    } else output[keyword] = viewOfKeyword(keyword, value, view, context)
  }
  if (dropped.size > 0 && Array.isArray(output['required'])) {
    const required = output['required'].filter((name) => !dropped.has(name))
    if (required.length > 0) output['required'] = required
    else delete output['required']
  }
  return output
}

function viewOfKeyword(keyword: string, value: unknown, view: View, context: ViewContext): unknown {
  if (keyword === '$ref') {
    const name = definitionName(value)
    return name === undefined ? value : `#/$defs/${context.rename(name)}`
  }
  if (keyword === 'discriminator' && isObject(value) && isObject(value['mapping'])) {
    const mapping = Object.entries(value['mapping']).map(
      ([key, target]) => [key, viewOfKeyword('$ref', target, view, context)] as const,
    )
    return { ...value, mapping: Object.fromEntries(mapping) }
  }
  if (Array.isArray(value) && SCHEMA_LIST.includes(keyword))
    return value.map((item) => viewOf(item, view, context))
  if (isObject(value) && SCHEMA_MAP.includes(keyword)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, viewOf(item as JsonSchema, view, context)]),
    )
  }
  if (isObject(value) && !DATA.includes(keyword)) return viewOf(value, view, context)
  return value
}
