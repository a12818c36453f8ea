import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paths as find } from 'jsonpath-rfc9535'
import { parse } from 'yaml'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

export interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: Json
  readonly remove?: boolean
}

/** An action, and the normalized paths that its target had when its turn came. */
export interface AppliedAction extends Action {
  readonly matches: readonly string[]
}

const folder = fileURLToPath(new URL('../../../spec/', import.meta.url))

/** Reads a file of `spec/`; each call answers an object of its own. */
export function read(file: string): JsonObject {
  return parse(readFileSync(resolve(folder, file), 'utf8')) as JsonObject
}

/** The document in one piece: path items in their places, everything else below components. */
export function bundle(): JsonObject {
  const root = read('openapi.yaml')
  const components = root['components'] as JsonObject
  const files = new Map<string, JsonObject>()

  function target(reference: string, from: string): { file: string; name: string; value: Json } {
    const [file = '', name = ''] = reference.split('#/')
    const path = file === '' ? from : resolve(folder, dirname(from), file)
    if (!files.has(path)) files.set(path, read(path))
    const value = files.get(path)?.[name]
    if (value === undefined) throw new Error(`"${reference}" in ${from} names nothing.`)
    return { file: path, name, value }
  }

  function visit(node: Json, from: string): Json {
    if (Array.isArray(node)) return node.map((item) => visit(item, from))
    if (node === null || typeof node !== 'object') return node
    const reference = node['$ref']
    if (typeof reference !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value, from)]))
    }
    const { file, name, value } = target(reference, from)
    if (file.includes('/paths/')) return visit(value, file)
    const section = file.endsWith('parameters.yaml')
      ? 'parameters'
      : file.endsWith('responses.yaml')
        ? 'responses'
        : 'schemas'
    components[section] ??= {}
    const named = components[section] as JsonObject
    if (!(name in named)) {
      named[name] = null
      named[name] = visit(value, file)
    }
    return { ...node, $ref: `#/components/${section}/${name}` }
  }

  root['paths'] = visit(root['paths'] ?? null, resolve(folder, 'openapi.yaml'))
  return root
}

function merge(target: JsonObject, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    const present = target[key]
    if (Array.isArray(present) && Array.isArray(value)) present.push(...structuredClone(value))
    else if (isObject(present) && isObject(value)) merge(present, value)
    else target[key] = structuredClone(value)
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Follows the segments of a normalized path. @see RFC 9535, 2.7 */
function segments(path: string): (string | number)[] {
  const found = path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/g)
  return [...found].map(([, name, index]) =>
    name === undefined ? Number(index) : name.replace(/\\(.)/g, '$1'),
  )
}

/** Applies the overlay to a document, in place. @see OpenAPI Overlay 1.0.0, 4.4.3 Action Object */
export function applyOverlay(document: JsonObject, actions: readonly Action[]): AppliedAction[] {
  return actions.map((action) => {
    const matches = find(document, action.target)
    for (const match of matches.toReversed()) {
      const steps = segments(match)
      const last = steps.at(-1)
      let parent: Json = document
      for (const step of steps.slice(0, -1)) parent = (parent as JsonObject)[step] as Json
      const node = last === undefined ? document : ((parent as JsonObject)[last] as Json)
      if (action.remove === true) {
        if (Array.isArray(parent)) parent.splice(Number(last), 1)
        else delete (parent as JsonObject)[String(last)]
      } else if (Array.isArray(node)) node.push(structuredClone(action.update ?? null))
      else if (isObject(node)) merge(node, action.update as JsonObject)
      else throw new Error(`"${action.target}" is neither an object nor an array at ${match}.`)
    }
    return { ...action, matches }
  })
}

const overlay = read('service.overlay.yaml')

/** What the interface document states. */
export const base = bundle()

/** The same with the service's decisions. */
export const merged = bundle()
export const actions = applyOverlay(merged, overlay['actions'] as unknown as Action[])
