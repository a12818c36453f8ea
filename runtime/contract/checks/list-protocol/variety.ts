import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../document/json-body.ts'
import type { Place } from '../../document/place.ts'
import { creatorOf, resourceOf } from '../../document/resource-lookup.ts'
import { schemaIn } from '../../document/schema-in.ts'
import type { Item } from '../../items/item.ts'
import { ifRun } from '../../outcome/not-run.ts'
import { withBody } from '../../requests/with-body.ts'
import type { CheckContext } from '../../rule/check.ts'

/**
 * Creates an item that differs from some others in the values by which the list can be filtered: where all have the same, a filter
 * shows everything, however it is applied.
 * @returns What was made.
 */
export async function addVariety(
  context: CheckContext,
  operation: OperationDescriptor,
  { place, items }: { readonly place: Place; readonly items: readonly unknown[] },
): Promise<Item | undefined> {
  const { document } = context
  const create = creatorOf(document, resourceOf(document, operation.resource?.name))
  const schema = create && jsonBody(create)?.schema
  if (create === undefined || schema === undefined) return undefined
  const members = schemaIn(document, schema).properties
  const others = (operation.parameters ?? []).flatMap(({ name, in: location }): [string, unknown][] => {
    const member = members.get(name)
    if (location !== 'query' || member === undefined) return []
    const shown = new Set(items.map((item) => (isObject(item) ? item[name] : undefined)))
    const other = member.choices?.find((choice) => choice !== null && !shown.has(choice))
    return shown.size !== 1 || other === undefined ? [] : [[name, other]]
  })
  if (others.length === 0) return undefined
  return ifRun(async () => {
    const plan = context.pool.requests.best(create, place)
    const sent = isObject(plan.body?.value) ? plan.body.value : {}
    const sending = withBody(plan, { ...sent, ...Object.fromEntries(others) })
    return (await context.attempt(create, { expecting: 'either', at: { place }, sending })).created
  })
}
