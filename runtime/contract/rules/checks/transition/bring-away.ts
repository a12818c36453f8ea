import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { observeItem } from '../../evidence/observe.ts'

/**
 * If an item already has a value that an operation will set, gives the item another value, because an
 * unchanged value would prove nothing. Uses the opposite action or, if there is none, an update. If there is
 * neither, the item is left as it is.
 * @returns The item afterwards.
 */
export async function bringAway(
  context: CheckContext,
  item: Item,
  { from, by }: { from: Readonly<Record<string, unknown>>; by: OperationDescriptor },
): Promise<unknown> {
  const { value } = await observeItem(context, item)
  const isAlreadySo =
    isObject(value) && Object.entries(from).some(([name, set]) => isKeptValue(set, value[name]))
  if (!isAlreadySo) return value
  const opposite = item.resource.actions
    .map((operationId) => operationById(context.document, operationId))
    .find((action) => action !== undefined && action !== by && contradicts(action, from))
  const call =
    opposite === undefined
      ? await update(context, item, from)
      : (await context.call(opposite, { at: item })).answer
  return call !== undefined && isSuccess(call) ? (await observeItem(context, item)).value : value
}

function contradicts({ effect }: OperationDescriptor, from: Readonly<Record<string, unknown>>): boolean {
  const set = effect?.conditional ? {} : (effect?.set ?? {})
  return Object.entries(set).some(
    ([name, value]) => Object.hasOwn(from, name) && !isKeptValue(from[name], value),
  )
}

/** Changes the properties with the resource's update operation, if its body has them. */
async function update(context: CheckContext, item: Item, from: Readonly<Record<string, unknown>>) {
  const operation = operationById(context.document, item.resource.operations.update)
  const body = operation === undefined ? undefined : jsonBody(operation)
  if (operation === undefined || body === undefined) return undefined
  const { properties } = schemaIn(context.document, body.schema)
  const members = Object.entries(from).flatMap(([name, other]): [string, unknown][] => {
    const schema = properties.get(name)
    if (schema === undefined) return []
    return [[name, context.pool.requests.value(schema, { variant: 'full', hint: name, other })]]
  })
  if (members.length === 0) return undefined
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  const sending = requestWithBody(plan, Object.fromEntries(members))
  return (await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })).answer
}
