import { isDeepStrictEqual } from 'node:util'
import type { ActivityScope, Change } from './tables.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Tells which members an item's update changed.
 * @param fields the members to compare; those that only the service sets, such
 * as a time, stay out of the log.
 */
export function changesBetween<Item extends object>(
  type: ActivityScope,
  { before, after, fields }: { before: Item; after: Item; fields: readonly (keyof Item & string)[] },
): Change[] {
  return fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ type, action: 'changed', field, before: before[field], after: after[field] }))
}

/** The members that a new item began with. */
export function creationOf(type: ActivityScope, item: Members): Change[] {
  return Object.entries(item).map(([field, after]) => ({
    type,
    action: 'created',
    field,
    before: null,
    after,
  }))
}

/** The members that a deleted item ended with. */
export function deletionOf(type: ActivityScope, item: Members): Change[] {
  return Object.entries(item).map(([field, before]) => ({
    type,
    action: 'deleted',
    field,
    before,
    after: null,
  }))
}
