import { isObject } from '@concordat/runtime/json'

/** An object of any kind in a document. */
export type Node = Record<string, unknown>

/** Returns the value as an object; a value that is not an object becomes an empty one. */
export const node = (value: unknown): Node => (isObject(value) ? (value as Node) : {})

/** Returns the target of a reference within the document; any other value is returned unchanged. */
export function followed(document: Node, value: unknown): unknown {
  const { $ref } = node(value)
  if (typeof $ref !== 'string') return value
  const steps = $ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((inner, step) => node(inner)[step], document)
}
