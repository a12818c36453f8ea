import type { Path } from '../source/reference.ts'

/** A key that an object of a JSON text has twice, where it stands again. */
export interface RepeatedKey {
  readonly path: Path
  /** Offset into the text. */
  readonly offset: number
}

/**
 * The keys that a JSON text repeats: `JSON.parse` keeps the last of them without a warning. A text that has
 * as many keys as its tree has members is not looked at again.
 * @param text well-formed JSON.
 * @param members how many the objects of its tree have.
 */
export function repeatedKeys(text: string, members: number): readonly RepeatedKey[] {
  return countKeys(text) === members ? [] : [...findRepeated(text)]
}

/**
 * A string, or the end of one, a colon and the beginning of a value: looking for both costs
 * half of looking for whole strings.
 */
const KEY = /(?:[^\\]|\\\\)"\s*:\s*["{[\-\dtfn]/g

/** Number of keys in a JSON text. A string such as `": 1"` may be counted as well; no key is missed. */
function countKeys(text: string): number {
  let keys = 0
  KEY.lastIndex = 0
  while (KEY.test(text)) keys++
  return keys
}

/** An object or a list that is open where a text is read. */
interface Open {
  /** Names of an object's members; absent for a list. */
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
