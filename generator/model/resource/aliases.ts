import { unversionedPath } from '@concordat/contract/lexicon'
import type { ResourceDraft } from './draft.ts'

/** The collections of a document. */
export interface DistinctDrafts {
  readonly distinct: readonly ResourceDraft[]
  /** Returns the collection whose items are at a path that differs only by a version. */
  aliasedBy(blankPath: string): ResourceDraft | undefined
}

/**
 * Finds collections that are at several paths, such as "/v1/orders" and "/v2/orders" or "/api/orders". If
 * something creates the items of only one of them, the others are the same items at other paths, whose
 * operations act on items of that one.
 */
export function distinctDrafts(drafts: readonly ResourceDraft[]): DistinctDrafts {
  const making = drafts.filter((draft) => isMaking(draft) && draft.items.length > 0)
  const byPath = new Map(making.map((draft) => [unversionedPath(draft.blankPath), draft]))
  const aliasedBy = (blankPath: string): ResourceDraft | undefined => {
    const path = unversionedPath(blankPath)
    return path === undefined ? undefined : byPath.get(path)
  }
  const isAlias = (draft: ResourceDraft): boolean =>
    !isMaking(draft) && draft.items.length > 0 && aliasedBy(draft.blankPath) !== undefined
  return { distinct: drafts.filter((draft) => !isAlias(draft)), aliasedBy }
}

/** A PUT to an item's path may only replace what a POST elsewhere creates. */
function isMaking({ roles }: ResourceDraft): boolean {
  return roles.get('create')?.method === 'POST'
}
