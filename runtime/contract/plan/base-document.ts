import type { DocumentDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'

/** What the document has elsewise at a JSON Pointer without its overlays: another value, or, where none stands here, nothing. */
export type BaseChange = readonly [pointer: string, value?: unknown]

/**
 * The document without its overlays.
 * @param document with them.
 * @param changes in the order in which they are made: an index counts what is there by then.
 */
export function baseOf(document: DocumentDescriptor, changes: readonly BaseChange[]): DocumentDescriptor {
  // Not a structured clone: what operations share would change for all of them.
  const base = { root: JSON.parse(JSON.stringify(document)) as DocumentDescriptor }
  for (const [pointer, ...values] of changes) {
    const steps = ['root', ...stepsOf(pointer)]
    const holder = valueAt(base, steps.slice(0, -1))
    const name = steps.at(-1) ?? ''
    if (typeof holder !== 'object' || holder === null)
      throw new TypeError(
        `The document has nothing at "${pointer}". Expected: the one that the changes were printed for.`,
      )
    if (values.length > 0) Object.assign(holder, { [name]: values[0] })
    else if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else Reflect.deleteProperty(holder, name)
  }
  return base.root
}
