import { isObject, memberOf } from '@concordat/runtime/json'
import { type Step, stepsOf } from '@concordat/runtime/pointer'

/** Maximum number of references to follow for one pointer. The limit ends circular references. */
const MOST_REFERENCES = 32

/** A node in a document, and the steps that lead to it from the root. Numbers are indexes of list items. */
export interface EditPlace {
  readonly path: readonly Step[]
  readonly node: Readonly<Record<string, unknown>>
}

/**
 * The object at a pointer, following references.
 * @returns `undefined` if there is no object, for example because the document has a boolean at that
 * location.
 */
export function editPlaceAt(document: unknown, pointer: string): EditPlace | undefined {
  let path: readonly Step[] = []
  let node = document
  let references = 0
  const waiting = stepsOf(pointer)
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    // Where OpenAPI 3.0 has "nullable", the model has alternatives, one of which is null, so the pointer has
    // steps that the document lacks.
    if (memberOf(node, step) === undefined && isWrapped(node, step, waiting)) {
      waiting.shift()
      continue
    }
    const reference = memberOf(node, step) === undefined ? memberOf(node, '$ref') : undefined
    if (typeof reference === 'string' && references < MOST_REFERENCES) {
      references++
      waiting.unshift(...stepsOf(reference), step)
      path = []
      node = document
      continue
    }
    path = [...path, Array.isArray(node) ? Number(step) : step]
    node = memberOf(node, step)
  }
  return isObject(node) ? { path, node } : undefined
}

function isWrapped(node: unknown, step: string, [next]: readonly string[]): boolean {
  return step === 'anyOf' && next === '0' && memberOf(node, 'nullable') === true
}
