import { lowerWordsOf, plain } from '@concordat/contract/lexicon'
import { nearest } from '@concordat/runtime/nearest'
import type { Pair } from './difference.ts'

/** Something with a name that only one of the documents has. */
export interface Named {
  readonly name: string
  /** All of its content in the document but the name. */
  readonly text: string
}

/** Renamed items: two that are equal and have similar names, and nothing else that one of them could be. */
export function renamesOf<Item extends Named>(
  gone: readonly Item[],
  added: readonly Item[],
): readonly Pair<Item>[] {
  return gone.flatMap((old): Pair<Item>[] => {
    const [now, ...others] = added.filter((one) => isAlike(old, one))
    if (now === undefined || others.length > 0) return []
    return gone.some((other) => other !== old && isAlike(other, now)) ? [] : [{ old, new: now }]
  })
}

function isAlike(one: Named, other: Named): boolean {
  if (one.text !== other.text) return false
  const words = lowerWordsOf(other.name)
  return (
    plain(one.name) === plain(other.name) ||
    lowerWordsOf(one.name).some((word) => words.includes(word)) ||
    nearest(one.name, [other.name]) !== undefined
  )
}
