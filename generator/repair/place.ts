import { isObject, memberOf } from '@concordat/runtime/json'
import { type Step, stepsOf } from '@concordat/runtime/pointer'

/** Longer than any chain of references in a document, and short enough to end circles. */
const MOST_REFERENCES = 32

/** A node of a document, and the steps that lead to it from the top: a number for an item of a list. */
export interface Place {
  readonly path: readonly Step[]
  readonly node: Readonly<Record<string, unknown>>
}

/**
 * The object that a pointer leads to, references on the way followed.
 * @returns `undefined` if the document has no such object: it has the same in other words, or it is a
 * boolean.
 */
export function placeAt(document: unknown, pointer: string): Place | undefined {
  let path: readonly Step[] = []
  let node = document
  let references = 0
  const waiting = stepsOf(pointer)
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    // OpenAPI 3.0 writes "nullable" where the model has an alternative beside null.
    if (memberOf(node, step) === undefined && isWrapped(node, step, waiting)) {
      waiting.shift()
      continue
    }
    for (; memberOf(node, step) === undefined && references < MOST_REFERENCES; references++) {
      const reference = memberOf(node, '$ref')
      if (typeof reference !== 'string') break
      const target = placeAt(document, reference)
      path = target?.path ?? []
      node = target?.node
    }
    path = [...path, Array.isArray(node) ? Number(step) : step]
    node = memberOf(node, step)
  }
  return isObject(node) ? { path, node } : undefined
}

function isWrapped(node: unknown, step: string, [next]: readonly string[]): boolean {
  return step === 'anyOf' && next === '0' && memberOf(node, 'nullable') === true
}
