import { isDeepStrictEqual } from 'node:util'
import type { ActivityChange, ActivityScope } from './tables.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Lists the properties that an update changed.
 * @param fields the properties to compare, without those that only the service sets, such as a time.
 */
export function changesBetween<Item extends object>(
  type: ActivityScope,
  { before, after, fields }: { before: Item; after: Item; fields: readonly (keyof Item & string)[] },
): ActivityChange[] {
  return fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ type, action: 'changed', field, before: before[field], after: after[field] }))
}

/** A new item's initial properties, as changes. */
export function creationOf(type: ActivityScope, item: Members): ActivityChange[] {
  return Object.entries(item).map(([field, after]) => ({
    type,
    action: 'created',
    field,
    before: null,
    after,
  }))
}

/** A deleted item's last properties, as changes. */
export function deletionOf(type: ActivityScope, item: Members): ActivityChange[] {
  return Object.entries(item).map(([field, before]) => ({
    type,
    action: 'deleted',
    field,
    before,
    after: null,
  }))
}
