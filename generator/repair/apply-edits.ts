import { isObject, memberOf } from '@concordat/runtime/json'
import type { Step } from '@concordat/runtime/pointer'
import type { Edit } from './edit.ts'

/** Applies edits to a document in place, in the way an overlay does. */
export function applyEdits(document: unknown, edits: readonly Edit[]): void {
  for (const edit of edits) apply(document, edit)
}

function apply(document: unknown, edit: Edit): void {
  const { path } = edit
  if (edit.kind === 'remove') {
    const holder = nodeAt(document, path.slice(0, -1))
    if (isObject(holder)) delete holder[String(path.at(-1))]
    return
  }
  const target = nodeAt(document, path)
  if (edit.kind === 'merge') merge(target, edit.members)
  else if (Array.isArray(target))
    target.splice(0, target.length, ...target.filter((item) => item !== edit.value))
}

function nodeAt(document: unknown, path: readonly Step[]): unknown {
  return path.map(String).reduce(memberOf, document)
}

function merge(target: unknown, members: Readonly<Record<string, unknown>>): void {
  if (!isObject(target)) return
  for (const [name, value] of Object.entries(members)) {
    const own = memberOf(target, name)
    if (isObject(own) && isObject(value)) merge(own, value)
    else
      target[name] = Array.isArray(own) && Array.isArray(value) ? [...own, ...value] : structuredClone(value)
  }
}
