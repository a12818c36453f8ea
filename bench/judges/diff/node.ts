import { isObject } from '@concordat/runtime/json'

/** An object of a document, of whatever kind. */
export type Node = Record<string, unknown>

/** The value as an object; any other value has no members. */
export const node = (value: unknown): Node => (isObject(value) ? (value as Node) : {})

/** The value that a reference to the document leads to; any other value is returned as it is. */
export function followed(document: Node, value: unknown): unknown {
  const { $ref } = node(value)
  if (typeof $ref !== 'string') return value
  const steps = $ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((inner, step) => node(inner)[step], document)
}
