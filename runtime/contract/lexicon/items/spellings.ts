import { singularsOf } from '../names/inflection.ts'
import { lowerWordsOf, plainName, snakeCase, wordsOfName } from '../names/words.ts'
import { identifiers, stemOf } from '../tables/identifiers.ts'

/** Words that documents shorten in names, by their short forms. */
const SHORTENED: Readonly<Record<string, string>> = { addr: 'address' }

/** The name with its shortened words written out: "delegator_address" for "delegator_addr". */
function writtenOut(name: string): string {
  return wordsOfName(name)
    .map((word) => SHORTENED[word.toLowerCase()] ?? word)
    .join('_')
}

/**
 * Returns the last word of a name that has several words: "feature" for "requiredFeature"; empty for a single
 * word.
 */
function lastWord(name: string): string {
  const words = wordsOfName(name)
  return words.length > 1 ? plainName(words.at(-1) ?? '') : ''
}

/**
 * True if a known name has other words between the first and the last: "validatoroperatoraddress" for
 * "validator_address".
 */
function isAround(known: string, name: string): boolean {
  const [first = '', ...others] = wordsOfName(name).map(plainName)
  return others.length === 1 && known.startsWith(first) && known.endsWith(others[0] ?? '')
}

/** Minimum length of a name that is compared with endings. Too many names end with a shorter one. */
const SHORTEST_ENDING = 3

/**
 * Returns tests that decide whether a known name may be the wanted one, most reliable first. The known name
 * "alpha2Code" matches the wanted names "alphacode" and "codes".
 */
export function spellingsOfName(short: string): readonly ((known: string) => boolean)[] {
  const name = writtenOut(short)
  const own = plainName(name)
  const singulars = singularsOf(own)
  const ones = singulars.length > 0 ? singulars : [own]
  const stem = plainName(stemOf(name))
  const last = lastWord(name)
  return [
    (known) => known === own,
    (known) => ones.includes(known),
    (known) => known.replace(/\d/g, '') === own,
    (known) => stem !== '' && known === stem,
    (known) => last.length > SHORTEST_ENDING && isAround(known, name),
    (known) => last !== '' && [last, ...singularsOf(last)].includes(known),
    (known) => ones.some((one) => one.length >= SHORTEST_ENDING && known.endsWith(one)),
  ]
}

/**
 * True if two names end with the same word, which is not one that any identifier can end with:
 * "operator_address" and "validator_addr", but not "owner_id" and "pet_id".
 */
export function isSameKindOfName(one: string, other: string): boolean {
  const last = lastWord(writtenOut(one))
  const isKind = last.length > SHORTEST_ENDING && !identifiers.ending.has(last)
  return isKind && last === lastWord(writtenOut(other))
}

/** Separators that only names of a property within a part have, as in "project__slug" and "owner.login". */
const WITHIN = /__|\./

/**
 * Returns the path to the property that a name denotes: one with the same words, or one within a part whose
 * name begins the wanted name, as `project.slug` is for "project__slug", "projectSlug" and "project_slug".
 */
export function pathOfName<Node>(
  name: string,
  whole: Node,
  membersOf: (node: Node) => Iterable<readonly [string, Node]>,
): readonly string[] | undefined {
  const within = (node: Node, words: readonly string[]): readonly string[] | undefined => {
    const members = [...membersOf(node)]
    const own = members.filter(([member]) => snakeCase(member) === words.join('_')).map(([one]) => [one])
    const inner = members.flatMap(([member, part]) => {
      const first = lowerWordsOf(member)
      const isBeginning = first.length > 0 && first.length < words.length
      if (!isBeginning || first.some((word, at) => word !== words[at])) return []
      const path = within(part, words.slice(first.length))
      return path === undefined ? [] : [[member, ...path]]
    })
    return (WITHIN.test(name) ? [...inner, ...own] : [...own, ...inner])[0]
  }
  return within(whole, lowerWordsOf(name))
}
