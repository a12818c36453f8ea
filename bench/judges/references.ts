import { isObject } from '@concordat/runtime/json'

/** Keywords whose values are data rather than schemas. */
const DATA = ['const', 'enum', 'default', 'examples']

/**
 * Redirects the references in a schema using `lead`. References in a schema with an `$id` stay unchanged
 * because they are relative to that `$id`.
 */
export function withReferences(node: unknown, lead: (reference: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => withReferences(item, lead))
  if (!isObject(node) || typeof node['$id'] === 'string') return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (DATA.includes(name)) return [name, value]
      const isReference = /^\$(ref|dynamicRef)$/.test(name) && typeof value === 'string'
      return [name, isReference ? lead(value) : withReferences(value, lead)]
    }),
  )
}
