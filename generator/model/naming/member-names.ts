import { CAPITAL, wordsOfName } from '@concordat/contract/lexicon'
import { beginSmall, isIdentifier } from './name.ts'

/** Inputs to an operation's name in the client. */
interface NamedMember {
  /** Full name, before any words are dropped. */
  readonly name: string
  /** The tag for its group; absent for an operation outside the groups. */
  readonly tag?: string
}

/**
 * Names of operations in their groups. Leading words that repeat the tag are dropped if the rest is unique in
 * the group.
 * @returns one name for each operation, in the same order.
 */
export function memberNames(operations: readonly NamedMember[]): string[] {
  const short = operations.map(({ name, tag }) => (tag === undefined ? name : withoutTag(name, tag)))
  for (;;) {
    const groups = Map.groupBy(operations.keys(), (index) =>
      JSON.stringify([operations[index]?.tag, short[index]]),
    )
    const colliding = [...groups.values()]
      .filter((indices) => indices.length > 1)
      .flat()
      .filter((index) => short[index] !== operations[index]?.name)
    if (colliding.length === 0) return short
    for (const index of colliding) short[index] = operations[index]?.name ?? ''
  }
}

/** Boundary between two words: "pets_list", "petsList", "HTTPGet". */
const BOUNDARY = new RegExp(`${CAPITAL.source}|(?=_)`, 'gu')

/**
 * "petsList" becomes "list" in the group of "Pets". The case of the first letter stays that of the full name.
 */
function withoutTag(name: string, tag: string): string {
  const wanted = foldedWords(tag)
  if (wanted === '') return name
  for (const { index } of name.matchAll(BOUNDARY)) {
    if (index === 0 || foldedWords(name.slice(0, index)) !== wanted) continue
    const rest = name.slice(index)
    const own = rest.startsWith('_') ? rest.replace(/^_+/, '') : beginLike(name, rest)
    return isIdentifier(own) ? own : name
  }
  return name
}

function foldedWords(text: string): string {
  return wordsOfName(text).join('').toLowerCase()
}

/** "URLGet" becomes "urlGet" if the full name starts with a small letter. */
function beginLike(name: string, rest: string): string {
  if (!/^\p{Ll}/u.test(name)) return rest
  const [first = ''] = wordsOfName(rest)
  return beginSmall(first) + rest.slice(first.length)
}
