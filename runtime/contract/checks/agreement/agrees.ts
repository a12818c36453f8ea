import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { isSame } from '../../values/same.ts'

/** A value that one operation showed, and what its schema says of it; `undefined` where no schema names the value. */
export interface Shown {
  readonly value: unknown
  readonly schema: Schema | undefined
}

/**
 * Whether two operations show the same. Members that a schema names, and does not require, may be in one look alone, and so
 * may those that the schema of one look alone names. What neither schema names has to be in both looks only where the
 * document describes them alike: else each is a view of its own, and says more than its own schema at most.
 */
export function agrees(left: Shown, right: Shown): boolean {
  const [one, other] = [left.value, right.value]
  if (Array.isArray(one) && Array.isArray(other)) {
    const itemOf = (value: unknown, { schema }: Shown): Shown => ({ value, schema: schema?.items })
    return (
      one.length === other.length &&
      one.every((value, index) => agrees(itemOf(value, left), itemOf(other[index], right)))
    )
  }
  if (!isObject(one) || !isObject(other)) return isSame(one, other)
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => {
    const [mine, yours] = [memberOf(name, left), memberOf(name, right)]
    if (mine === undefined) return mayLack(name, { shorter: left, longer: right })
    if (yours === undefined) return mayLack(name, { shorter: right, longer: left })
    return agrees(mine, yours)
  })
}

function memberOf(name: string, { value, schema }: Shown): Shown | undefined {
  return isObject(value) && Object.hasOwn(value, name)
    ? { value: value[name], schema: schema?.properties.get(name) }
    : undefined
}

function mayLack(
  name: string,
  { shorter, longer }: { readonly shorter: Shown; readonly longer: Shown },
): boolean {
  const own = membersOf(shorter)
  if (own.has(name)) return shorter.schema?.required.has(name) !== true
  const theirs = membersOf(longer)
  return own.size > 0 && theirs.size > 0 && (theirs.has(name) || !isOneView(own, theirs))
}

/** Members that the schema of a value names. */
function membersOf({ schema }: Shown): Members {
  return schema?.properties ?? new Map()
}

/** Whether two schemas have members of the same names: they describe a thing alike. */
export function isOneView(own: Members, theirs: Members): boolean {
  return own.size === theirs.size && [...own.keys()].every((member) => theirs.has(member))
}

type Members = ReadonlyMap<string, Schema>
