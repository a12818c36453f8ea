import type { Step } from '@concordat/runtime/pointer'
import type { EditPlace } from './place.ts'

/** A change to a document that an overlay can express. */
export type Edit =
  /** Merges members into an object. Existing lists and objects are extended; other values are replaced. */
  | {
      readonly kind: 'merge'
      readonly path: readonly Step[]
      readonly members: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'remove'; readonly path: readonly Step[] }
  /** Removes a scalar from a list. */
  | { readonly kind: 'remove item'; readonly path: readonly Step[]; readonly value: string }

/**
 * Sets members of an object. Existing lists and objects are removed first, because an update would merge
 * them.
 */
export function settingEdits({ path, node }: EditPlace, members: Readonly<Record<string, unknown>>): Edit[] {
  const changed = Object.entries(members).filter(
    ([name, value]) => JSON.stringify(node[name]) !== JSON.stringify(value),
  )
  const removed = changed.flatMap(([name]) =>
    typeof node[name] === 'object' && node[name] !== null
      ? [{ kind: 'remove', path: [...path, name] } as const]
      : [],
  )
  return changed.length === 0
    ? []
    : [...removed, { kind: 'merge', path, members: Object.fromEntries(changed) }]
}

/** Removes the named members that an object has. */
export function removingEdits({ path, node }: EditPlace, ...names: readonly string[]): Edit[] {
  return names.flatMap((name) => (name in node ? [{ kind: 'remove', path: [...path, name] } as const] : []))
}

/** Removes a name from a list, and the list itself if it becomes empty. */
export function removingNameEdits(place: EditPlace, list: string, name: string): Edit[] {
  const names = place.node[list]
  if (!Array.isArray(names) || !names.includes(name)) return []
  if (names.every((each) => each === name)) return removingEdits(place, list)
  return [{ kind: 'remove item', path: [...place.path, list], value: name }]
}

/** Adds items to an object's list. */
export function addingEdits({ path, node }: EditPlace, list: string, items: readonly unknown[]): Edit[] {
  const known: readonly unknown[] = Array.isArray(node[list]) ? node[list] : []
  const texts = new Set(known.map((item) => JSON.stringify(item)))
  const others = items.filter((item) => !texts.has(JSON.stringify(item)))
  return others.length === 0 ? [] : [{ kind: 'merge', path, members: { [list]: others } }]
}
