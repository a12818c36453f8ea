import { isContainer } from '../source/json.ts'
import type { Path } from '../source/reference.ts'

/** A key that an object of a JSON text has twice, where it stands again. */
export interface RepeatedKey {
  readonly path: Path
  /** Offset into the text. */
  readonly offset: number
}

/**
 * The keys that a JSON text repeats: `JSON.parse` keeps the last of them and says nothing. A text that has as many keys as its tree
 * has members is not looked at again.
 * @param text well-formed JSON.
 * @param keys how many it has.
 */
export function repeatedKeys(text: string, tree: unknown, keys: number): readonly RepeatedKey[] {
  return keys === countMembers(tree) ? [] : [...findRepeated(text)]
}

function countMembers(tree: unknown): number {
  let members = 0
  const open = isContainer(tree) ? [tree] : []
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const isList = Array.isArray(node)
    for (const name in node) {
      if (!isList) members++
      const value = node[name]
      if (isContainer(value)) open.push(value)
    }
  }
  return members
}

/** An object or a list that is open where a text is read. */
interface Open {
  /** Of an object; absent of a list. */
  readonly names?: Set<string>
  /** The member or item at hand. */
  at: string
}

function* findRepeated(text: string): Generator<RepeatedKey> {
  const open: Open[] = []
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{},]/g
  for (const match of text.matchAll(token)) {
    const [found, colon] = match
    const inner = open.at(-1)
    if (found === '{') open.push({ names: new Set(), at: '' })
    else if (found === '[') open.push({ at: '0' })
    else if (found === '}' || found === ']') open.pop()
    else if (found === ',' && inner !== undefined && inner.names === undefined)
      inner.at = String(Number(inner.at) + 1)
    else if (colon !== undefined && inner?.names !== undefined) {
      inner.at = JSON.parse(found.slice(0, -colon.length))
      if (inner.names.has(inner.at)) yield { path: open.map(({ at }) => at), offset: match.index }
      inner.names.add(inner.at)
    }
  }
}
