import { isDeepStrictEqual } from 'node:util'
import type { BaseChange } from '@concordat/contract'
import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'

/** What has to be changed in a value, in this order, so that it becomes another one: little where both are nearly the same. */
export function baseChanges(value: unknown, base: unknown, pointer = ''): readonly BaseChange[] {
  if (isDeepStrictEqual(value, base)) return []
  const whole: readonly BaseChange[] = [[pointer, base]]
  const changes =
    isObject(value) && isObject(base)
      ? memberChanges(value, base, pointer)
      : Array.isArray(value) && Array.isArray(base)
        ? itemChanges(value, base, pointer)
        : undefined
  return changes !== undefined && lengthOf(changes) < lengthOf(whole) ? changes : whole
}

function memberChanges(
  value: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, unknown>>,
  pointer: string,
): readonly BaseChange[] {
  const names = [...new Set([...Object.keys(value), ...Object.keys(base)])]
  return names.flatMap((name): readonly BaseChange[] => {
    const place = below(pointer, name)
    if (!Object.hasOwn(base, name)) return [[place]]
    return Object.hasOwn(value, name) ? baseChanges(value[name], base[name], place) : [[place, base[name]]]
  })
}

/** Items that the base has, in their order, are changed where they are; those that it lacks go, the last first. */
function itemChanges(
  items: readonly unknown[],
  base: readonly unknown[],
  pointer: string,
): readonly BaseChange[] | undefined {
  const kept: number[] = []
  for (const [index, item] of items.entries()) {
    const isKept = items.length === base.length || isSame(item, base[kept.length])
    if (isKept) kept.push(index)
  }
  if (kept.length !== base.length) return undefined
  const gone = [...items.keys()].filter((index) => !kept.includes(index))
  return [
    ...kept.flatMap((at, index) => baseChanges(items[at], base[index], below(pointer, at))),
    ...gone.toReversed().map((at): BaseChange => [below(pointer, at)]),
  ]
}

/** Operations and parameters are the same where their names are; anything else where it is equal. */
function isSame(item: unknown, other: unknown): boolean {
  if (!isObject(item) || !isObject(other)) return isDeepStrictEqual(item, other)
  const names = ['operationId', 'in', 'name'].filter((name) => Object.hasOwn(item, name))
  return names.length > 0 ? names.every((name) => item[name] === other[name]) : isDeepStrictEqual(item, other)
}

function lengthOf(changes: readonly BaseChange[]): number {
  return JSON.stringify(changes).length
}
