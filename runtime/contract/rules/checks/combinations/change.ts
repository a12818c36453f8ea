import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { jsonBody } from '../../../data/document/json-body.ts'
import { operationBeside } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { requiredBesideChange } from '../../evidence/fields.ts'

/** The operation that changes or replaces the items of a create; `undefined` if none takes a JSON body. */
export function changeOfCreated(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): OperationDescriptor | undefined {
  const change =
    operationBeside(document, operation, 'update') ?? operationBeside(document, operation, 'replace')
  return change !== undefined && jsonBody(change) !== undefined ? change : undefined
}

/** Changes the named properties of an item, or replaces the item by one with all of the values. */
export async function changeItem(
  context: CheckContext,
  {
    change,
    item,
    all,
    names,
  }: {
    readonly change: OperationDescriptor
    readonly item: Item
    readonly all: Readonly<Record<string, unknown>>
    readonly names: readonly string[]
  },
): Promise<Answer> {
  const isUpdate = change.resource?.role === 'update'
  const plan = context.pool.requests.plan(change, item.binding, isUpdate ? 'empty' : 'required')
  const required = isUpdate ? requiredBesideChange(context, change, item.value) : Object(plan.body?.value)
  const some = isUpdate ? Object.fromEntries(names.map((name) => [name, all[name]])) : all
  const sending = requestWithBody(plan, { ...required, ...some })
  const attempt = { expecting: 'either', at: asFixture(item), sending } as const
  return (await context.attempt(change, attempt)).answer
}
