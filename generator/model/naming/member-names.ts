import { CAPITAL, wordsOfName } from '@concordat/contract/lexicon'
import { isCodeIdentifier } from './identifier.ts'
import { beginSmallInCode } from './name.ts'

/** Values that determine an operation's name in the client. */
interface NamedMember {
  /** Full name, before any words are dropped. */
  readonly name: string
  /** The tag that determines its group; absent for an operation outside all groups. */
  readonly tag?: string
}

/**
 * Names operations within their groups. Leading words that repeat the tag are dropped if the remaining words
 * are unique in the group.
 * @returns one name for each operation, in the same order.
 */
export function operationNamesInGroups(operations: readonly NamedMember[]): string[] {
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

/** Boundary between two words, as in "pets_list", "petsList" and "HTTPGet". */
const BOUNDARY = new RegExp(`${CAPITAL.source}|(?=_)`, 'gu')

/**
 * Drops the tag's words: "petsList" and "pets_list" become "list" in the group "Pets". After camelCase words,
 * the first letter has the same case as the full name's first letter.
 */
function withoutTag(name: string, tag: string): string {
  const wanted = foldedWords(tag)
  if (wanted === '') return name
  for (const { index } of name.matchAll(BOUNDARY)) {
    if (index === 0 || foldedWords(name.slice(0, index)) !== wanted) continue
    const rest = name.slice(index)
    const own = rest.startsWith('_') ? rest.replace(/^_+/, '') : beginLike(name, rest)
    return isCodeIdentifier(own) ? own : name
  }
  return name
}

function foldedWords(text: string): string {
  return wordsOfName(text).join('').toLowerCase()
}

/**
 * Adapts the first word to the full name. For example, "URLGet" becomes "urlGet" if the full name starts with
 * a lower-case letter.
 */
function beginLike(name: string, rest: string): string {
  if (!/^\p{Ll}/u.test(name)) return rest
  const [first = ''] = wordsOfName(rest)
  return beginSmallInCode(first) + rest.slice(first.length)
}
