import { lowerWordsOf, plainName } from '@concordat/contract/lexicon'
import { nearestName } from '@concordat/runtime/nearest'
import type { Pair } from './difference.ts'

/** A named item that exists in only one document. */
export interface RenamedItem {
  readonly name: string
  /** The item's content except its name. */
  readonly text: string
}

/**
 * Finds renamed items: pairs with equal content and similar names, neither of which has another candidate.
 */
export function renamedInDiff<Item extends RenamedItem>(
  gone: readonly Item[],
  added: readonly Item[],
): readonly Pair<Item>[] {
  return gone.flatMap((old): Pair<Item>[] => {
    const [now, ...others] = added.filter((one) => isAlike(old, one))
    if (now === undefined || others.length > 0) return []
    return gone.some((other) => other !== old && isAlike(other, now)) ? [] : [{ old, new: now }]
  })
}

function isAlike(one: RenamedItem, other: RenamedItem): boolean {
  if (one.text !== other.text) return false
  const words = lowerWordsOf(other.name)
  return (
    plainName(one.name) === plainName(other.name) ||
    lowerWordsOf(one.name).some((word) => words.includes(word)) ||
    nearestName(one.name, [other.name]) !== undefined
  )
}
