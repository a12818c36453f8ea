import type { ClausePlace } from '@concordat/contract'
import { memberOf, valueAt } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import type { SourcePlace } from '../errors/problem.ts'

/** Maximum number of references to follow for one clause. The limit ends circular chains. */
const MOST_REFERENCES = 32

/**
 * Creates a function that finds where a clause is written. It follows references, and stops at the first step
 * that the document does not contain.
 * @param locate returns the file, line and column for a pointer in the bundled document.
 */
export function clauseLocator(
  document: unknown,
  locate: (pointer: string) => SourcePlace,
): (clause: string) => ClausePlace {
  return (clause) => {
    const pointer = existing(document, stepsOf(clause))
    const { file, line, column } = locate(pointer)
    // In a document without line breaks, only the pointer is useful.
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
