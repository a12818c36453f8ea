import { isEqualJson } from './equal.ts'
import { isObject, valueAt } from './json.ts'
import { pointerBelow, stepsOf } from './pointer.ts'

/** A change to a JSON value at a JSON Pointer: the new value, or a removal if there is no new value. */
export type JsonChange = readonly [pointer: string, value?: unknown]

/** Changes that turn one value into another when applied in order. Similar values need few changes. */
export function changesBetween(value: unknown, wanted: unknown, pointer = ''): readonly JsonChange[] {
  if (isEqualJson(value, wanted)) return []
  const whole: readonly JsonChange[] = [[pointer, wanted]]
  const changes =
    isObject(value) && isObject(wanted)
      ? memberChanges(value, wanted, pointer)
      : Array.isArray(value) && Array.isArray(wanted)
        ? itemChanges(value, wanted, pointer)
        : undefined
  return changes !== undefined && lengthOf(changes) < lengthOf(whole) ? changes : whole
}

function memberChanges(
  value: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
  pointer: string,
): readonly JsonChange[] {
  const names = [...new Set([...Object.keys(value), ...Object.keys(wanted)])]
  return names.flatMap((name): readonly JsonChange[] => {
    const place = pointerBelow(pointer, name)
    if (!Object.hasOwn(wanted, name)) return [[place]]
    return Object.hasOwn(value, name)
      ? changesBetween(value[name], wanted[name], place)
      : [[place, wanted[name]]]
  })
}

/**
 * Changes to a list's items. Kept items are changed in place, in their order; then the other items are
 * removed, the last one first.
 */
function itemChanges(
  items: readonly unknown[],
  wanted: readonly unknown[],
  pointer: string,
): readonly JsonChange[] | undefined {
  const kept: number[] = []
  for (const [index, item] of items.entries())
    if (items.length === wanted.length || isSame(item, wanted[kept.length])) kept.push(index)
  if (kept.length !== wanted.length) return undefined
  const places = new Set(kept)
  const gone = [...items.keys()].filter((index) => !places.has(index))
  return [
    ...kept.flatMap((at, index) => changesBetween(items[at], wanted[index], pointerBelow(pointer, at))),
    ...gone.toReversed().map((at): JsonChange => [pointerBelow(pointer, at)]),
  ]
}

/**
 * True if two operations have the same `operationId`, or two parameters the same `name` and `in`. Other
 * values must be equal.
 */
function isSame(item: unknown, other: unknown): boolean {
  if (!isObject(item) || !isObject(other)) return isEqualJson(item, other)
  const names = ['operationId', 'in', 'name'].filter((name) => Object.hasOwn(item, name))
  return names.length > 0 ? names.every((name) => item[name] === other[name]) : isEqualJson(item, other)
}

function lengthOf(changes: readonly JsonChange[]): number {
  return JSON.stringify(changes).length
}

/**
 * A copy of a value with changes made in the given order. An index refers to the list after all earlier
 * changes.
 * @throws TypeError if a change is at a location that the value does not have.
 */
export function withChanges(value: unknown, changes: readonly JsonChange[]): unknown {
  // Do not use a structured clone: a part that occurs twice would change in both locations.
  const changed: { root: unknown } = { root: JSON.parse(JSON.stringify(value)) }
  for (const [pointer, ...values] of changes) {
    const steps = ['root', ...stepsOf(pointer)]
    const name = steps.pop() ?? ''
    const holder = valueAt(changed, steps)
    if (typeof holder !== 'object' || holder === null)
      throw new TypeError(`There is no value at "${pointer}" to change.`)
    if (values.length > 0) Reflect.set(holder, name, values[0])
    else if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else Reflect.deleteProperty(holder, name)
  }
  return changed.root
}
