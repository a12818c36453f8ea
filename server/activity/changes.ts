import { isDeepStrictEqual } from 'node:util'
import type { ActivityChange, ActivityScope } from './tables.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Lists the members that an update changed.
 * @param fields the members to compare; those set only by the service, such as a time, are not logged.
 */
export function changesBetween<Item extends object>(
  type: ActivityScope,
  { before, after, fields }: { before: Item; after: Item; fields: readonly (keyof Item & string)[] },
): ActivityChange[] {
  return fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ type, action: 'changed', field, before: before[field], after: after[field] }))
}

/** The initial members of a new item. */
export function creationOf(type: ActivityScope, item: Members): ActivityChange[] {
  return Object.entries(item).map(([field, after]) => ({
    type,
    action: 'created',
    field,
    before: null,
    after,
  }))
}

/** The last members of a deleted item. */
export function deletionOf(type: ActivityScope, item: Members): ActivityChange[] {
  return Object.entries(item).map(([field, before]) => ({
    type,
    action: 'deleted',
    field,
    before,
    after: null,
  }))
}
