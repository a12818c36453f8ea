import type { JsonSchema } from '../../../schema/schema.ts'
import { isObject, propertiesOf, requiredOf, shapeOf } from '../../fixtures/shape.ts'
import { isSame } from '../../same.ts'

/** A value that one operation showed, and what its schema says of it. */
export interface Shown {
  readonly value: unknown
  readonly schema: unknown
}

type Definitions = Readonly<Record<string, JsonSchema>>

/** Whether two operations show the same. Members that a schema names, and does not require, may be in one look alone. */
export function agrees(left: Shown, right: Shown, definitions: Definitions): boolean {
  const [one, other] = [left.value, right.value]
  if (Array.isArray(one) && Array.isArray(other)) {
    const itemOf = (list: readonly unknown[], { schema }: Shown, index: number): Shown => ({
      value: list[index],
      schema: shapeOf(schema, definitions)['items'],
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
    if (mine === undefined) return mayLack(left, name, definitions)
    return yours === undefined ? mayLack(right, name, definitions) : agrees(mine, yours, definitions)
  })
}

function mayLack({ schema }: Shown, name: string, definitions: Definitions): boolean {
  return propertiesOf(schema, definitions).has(name) && !requiredOf(schema, definitions).has(name)
}
