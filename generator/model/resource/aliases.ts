import { unversionedPath } from '@concordat/contract/lexicon'
import type { ResourceDraft } from './draft.ts'

/** The collections of a document, and those whose items have further paths. */
export interface DistinctDrafts {
  readonly distinct: readonly ResourceDraft[]
  /** By their paths without versions. */
  readonly aliased: ReadonlyMap<string, ResourceDraft>
}

/**
 * Finds collections that are at several paths, such as "/v1/orders" and "/v2/orders" or "/api/orders". If
 * something creates the items of only one of them, the others are the same items at other paths, whose
 * operations act on items of that one.
 */
export function distinctDrafts(drafts: readonly ResourceDraft[]): DistinctDrafts {
  const making = drafts.filter((draft) => isMaking(draft) && draft.items.length > 0)
  const aliased = new Map(making.map((draft) => [unversionedPath(draft.blankPath), draft]))
  const isAlias = (draft: ResourceDraft): boolean =>
    !isMaking(draft) && draft.items.length > 0 && aliased.has(unversionedPath(draft.blankPath))
  return { distinct: drafts.filter((draft) => !isAlias(draft)), aliased }
}

/** A PUT to an item's path may only replace what a POST elsewhere creates. */
function isMaking({ roles }: ResourceDraft): boolean {
  return roles.get('create')?.method === 'POST'
}
