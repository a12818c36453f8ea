import { singularsOf } from '../names/inflection.ts'
import { plainName, wordsOfName } from '../names/words.ts'
import { stemOf } from '../tables/identifiers.ts'

/**
 * Returns the last word of a name that has several words: "feature" for "requiredFeature"; empty for a single
 * word.
 */
function lastWord(name: string): string {
  const words = wordsOfName(name)
  return words.length > 1 ? plainName(words.at(-1) ?? '') : ''
}

/** Minimum length of a name that is compared with endings. Too many names end with a shorter one. */
const SHORTEST_ENDING = 3

/**
 * Returns tests that decide whether a known name may be the wanted one, most reliable first. The known name
 * "alpha2Code" matches the wanted names "alphacode" and "codes".
 */
export function spellingsOfName(name: string): readonly ((known: string) => boolean)[] {
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
    (known) => last !== '' && [last, ...singularsOf(last)].includes(known),
    (known) => ones.some((one) => one.length >= SHORTEST_ENDING && known.endsWith(one)),
  ]
}
