import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { isHeldBack } from '../../../lexicon/lexicon.ts'
import { isSameAsKept } from '../../../world/values/same.ts'

/** A value that one operation showed, with its schema; `undefined` if no schema describes the value. */
export interface ComparedValue {
  readonly value: unknown
  readonly schema: Schema | undefined
}

/**
 * True if two operations show the same value. A property can be missing from one view if one of the schemas
 * declares it and that view's schema does not require it. A property that neither schema declares can be
 * missing if the schemas declare different properties, because they then describe different views.
 */
export function agreesWithOther(left: ComparedValue, right: ComparedValue): boolean {
  for (const { beside } of shownTwice.parts(left.value, [left, right]))
    if (!agreesItself(beside)) return false
  return true
}

type Looks = readonly [left: ComparedValue, right: ComparedValue]

/** Parts that are in both views. A part that is in only one of them is judged with the whole value. */
const shownTwice = new ValueWalk<Looks>({
  member: (looks, name) => {
    const parts = both(looks, (look) => memberOf(name, look))
    return parts !== undefined && isHeldBack(name, parts[0].value, parts[1].value) ? undefined : parts
  },
  item: (looks, index) => both(looks, (look) => itemOf(index, look)),
})

function both(
  [left, right]: Looks,
  partOf: (look: ComparedValue) => ComparedValue | undefined,
): Looks | undefined {
  const [one, other] = [partOf(left), partOf(right)]
  return one && other && [one, other]
}

/** Compares two values like `agreesWithOther`, but not the properties or items that both contain. */
function agreesItself([left, right]: Looks): boolean {
  const [one, other] = [left.value, right.value]
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length
  if (!isObject(one) || !isObject(other)) return isSameAsKept(one, other)
  return (
    Object.keys(one).every(
      (name) => Object.hasOwn(other, name) || mayLack(name, { shorter: right, longer: left }),
    ) &&
    Object.keys(other).every(
      (name) => Object.hasOwn(one, name) || mayLack(name, { shorter: left, longer: right }),
    )
  )
}

function itemOf(index: number, { value, schema }: ComparedValue): ComparedValue | undefined {
  return Array.isArray(value) && index < value.length
    ? { value: value[index], schema: schema?.itemAt(index) }
    : undefined
}

function memberOf(name: string, { value, schema }: ComparedValue): ComparedValue | undefined {
  return isObject(value) && Object.hasOwn(value, name)
    ? { value: value[name], schema: schema?.properties.get(name) }
    : undefined
}

function mayLack(
  name: string,
  { shorter, longer }: { readonly shorter: ComparedValue; readonly longer: ComparedValue },
): boolean {
  if (isObject(longer.value) && isHeldBack(name, longer.value[name], undefined)) return true
  const own = membersOf(shorter)
  if (own.has(name)) return shorter.schema?.required.has(name) !== true
  const theirs = membersOf(longer)
  return own.size > 0 && theirs.size > 0 && (theirs.has(name) || !isOneView(own, theirs))
}

/** Properties in a value's schema. */
function membersOf({ schema }: ComparedValue): Members {
  return schema?.properties ?? new Map()
}

/**
 * True if two schemas have properties with the same names, and therefore describe a thing in the same way.
 */
export function isOneView(own: Members, theirs: Members): boolean {
  return own.size === theirs.size && [...own.keys()].every((member) => theirs.has(member))
}

type Members = ReadonlyMap<string, Schema>
