import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { flatSchema, propertiesOf, requiredOf } from '../../document/flat-schema.ts'
import { isSame } from '../../values/same.ts'

/** A value that one operation showed, and what its schema says of it. */
export interface Shown {
  readonly value: unknown
  readonly schema: unknown
}

type Definitions = Readonly<Record<string, JsonSchema>>

/**
 * Whether two operations show the same. Members that a schema names, and does not require, may be in one look alone, and so
 * may those that the schema of one look alone names. What neither schema names has to be in both looks only where the
 * document describes them alike: else each is a view of its own, and says more than its own schema at most.
 */
export function agrees(left: Shown, right: Shown, definitions: Definitions): boolean {
  const [one, other] = [left.value, right.value]
  if (Array.isArray(one) && Array.isArray(other)) {
    const itemOf = (list: readonly unknown[], { schema }: Shown, index: number): Shown => ({
      value: list[index],
      schema: flatSchema(schema, definitions)['items'],
    })
    return (
      one.length === other.length &&
      one.every((_, index) => agrees(itemOf(one, left, index), itemOf(other, right, index), definitions))
    )
  }
  if (!isObject(one) || !isObject(other)) return isSame(one, other)
  const memberOf = (name: string, { value, schema }: Shown): Shown | undefined =>
    isObject(value) && Object.hasOwn(value, name)
      ? { value: value[name], schema: propertiesOf(schema, definitions).get(name) }
      : undefined
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => {
    const [mine, yours] = [memberOf(name, left), memberOf(name, right)]
    if (mine === undefined) return mayLack(name, { shorter: left, longer: right }, definitions)
    if (yours === undefined) return mayLack(name, { shorter: right, longer: left }, definitions)
    return agrees(mine, yours, definitions)
  })
}

function mayLack(
  name: string,
  { shorter, longer }: { readonly shorter: Shown; readonly longer: Shown },
  definitions: Definitions,
): boolean {
  const own = propertiesOf(shorter.schema, definitions)
  if (own.has(name)) return !requiredOf(shorter.schema, definitions).has(name)
  const theirs = propertiesOf(longer.schema, definitions)
  return own.size > 0 && theirs.size > 0 && (theirs.has(name) || !isOneView(own, theirs))
}

/** Whether two schemas have members of the same names: they describe a thing alike. */
export function isOneView(own: Members, theirs: Members): boolean {
  return own.size === theirs.size && [...own.keys()].every((member) => theirs.has(member))
}

type Members = ReadonlyMap<string, JsonSchema>
