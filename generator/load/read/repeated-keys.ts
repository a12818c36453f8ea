import type { Path } from '../source/reference.ts'

/** A repeated key in an object in JSON text, with the location of the repetition. */
export interface RepeatedKey {
  readonly path: Path
  /** Offset in the text. */
  readonly offset: number
}

/**
 * Finds repeated keys in JSON text. `JSON.parse` silently keeps only the last value of such a key. If there
 * are as many keys in the text as properties in its tree, the text is not searched.
 * @param text well-formed JSON.
 * @param members total number of properties of the objects in its tree.
 */
export function repeatedKeys(text: string, members: number): readonly RepeatedKey[] {
  return countKeys(text) === members ? [] : [...findRepeated(text)]
}

/**
 * Matches the last characters of a string, a colon and the beginning of a value. This is twice as fast as
 * matching whole strings.
 */
const KEY = /(?:[^\\]|\\\\)"\s*:\s*["{[\-\dtfn]/g

/**
 * Counts the keys in JSON text. The count may include a string such as `": 1"`, but no key is ever missed.
 */
function countKeys(text: string): number {
  let keys = 0
  KEY.lastIndex = 0
  while (KEY.test(text)) keys++
  return keys
}

/** An object or array that is still open at the current position. */
interface Open {
  /** Property names of an object; absent for an array. */
  readonly names?: Set<string>
  /** The current property or item. */
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
