import type { ClausePlace } from '@concordat/contract'
import { memberOf, valueAt } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import type { SourcePlace } from '../errors/problem.ts'

/** Longer than any chain of references in a document, and short enough to end circles. */
const MOST_REFERENCES = 32

/**
 * Makes a function that tells where an author wrote a clause. It follows references on the way, and skips
 * steps that only the model has, not the document.
 * @param locate the file, line and column of a pointer of the bundled document.
 */
export function clauseLocator(
  document: unknown,
  locate: (pointer: string) => SourcePlace,
): (clause: string) => ClausePlace {
  return (clause) => {
    const pointer = existing(document, stepsOf(clause))
    const { file, line, column } = locate(pointer)
    // All of a document without line breaks is at line 1: there the pointer says where.
    if (line === 1 && pointer !== '#') return { clause: pointer, file }
    return {
      clause: pointer,
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    }
  }
}

function existing(document: unknown, wanted: readonly string[]): string {
  let path: readonly string[] = []
  let node = document
  let references = 0
  for (const token of wanted) {
    for (; typeof memberOf(node, '$ref') === 'string' && references < MOST_REFERENCES; references++) {
      if (memberOf(node, token) !== undefined) break
      path = stepsOf(String(memberOf(node, '$ref')))
      node = valueAt(document, path)
    }
    const child = memberOf(node, token)
    if (child === undefined) break
    path = [...path, token]
    node = child
  }
  return fragmentOf(path)
}
