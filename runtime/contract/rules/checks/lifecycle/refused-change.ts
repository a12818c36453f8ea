import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { referencedResource } from '../../../data/document/reference.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isRefusal } from '../../../data/exchange/answer.ts'
import { nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { absentItemReference } from '../../../world/items/identity/reference-to-nothing.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { requiredBesideChange, shownFieldText } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/**
 * Tries to change all properties, and gives some of them references to items that do not exist. If the server
 * rejects the change, the item must stay as it was.
 */
export async function checkRefusedUpdate(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const body = jsonBody(operation)
  const isChange = operation.resource?.role === 'update'
  if (body === undefined || !isChange || !context.asks(rules['refused-change'])) return nothingCompared()
  if (!mayBeRefused(context, operation)) return nothingCompared()
  return resultOrNotRun(async () => {
    const { item, seen } = await ownItem(context, operation)
    const first = await changeIn(context, operation, { item, before: seen.value })
    if (first === undefined) return []
    // Another client may have changed the item, so a fault is attributed to the server only if it recurs.
    const before = (await observeItem(context, item)).value
    const again = await context.budget.makeSure(() => changeIn(context, operation, { item, before }))
    if (again === undefined) return []
    const { answer, refused, member, was, now } = again
    return [
      context.finding({
        ...{ operation, answer, beside: [refused], breaks: rules['refused-change'] },
        clause: pointerBelow(operation.pointer, 'responses'),
        fact: {
          kind: 'refused, yet changed',
          before: shownFieldText({ [member]: was }),
          received: shownFieldText({ [member]: now }),
        },
      }),
    ]
  })
}

/**
 * True if a body has several properties, and one of them is a reference, or a list of objects that can
 * contain references.
 */
function mayBeRefused({ document }: CheckContext, operation: OperationDescriptor): boolean {
  const { properties } = schemaIn(document, jsonBody(operation)?.schema)
  const isNaming = [...properties].some(
    ([name, schema]) =>
      referencedResource(name, schema, { document }) !== undefined || schema.items.properties.size > 0,
  )
  return properties.size > 1 && isNaming
}

interface Changed {
  /** The item afterwards. */
  readonly answer: Answer
  readonly refused: Answer
  readonly member: string
  readonly was: unknown
  readonly now: unknown
}

/** A property that a rejected change nevertheless changed. */
async function changeIn(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, before }: { readonly item: Item; readonly before: unknown },
): Promise<Changed | undefined> {
  const plan = context.pool.requests.plan(operation, item.binding, 'full')
  const sent = plan.body?.value
  if (!isObject(before) || !isObject(sent)) return undefined
  const sending = requestWithBody(plan, {
    ...sent,
    ...referencesToNothing(context, operation),
    ...requiredBesideChange(context, operation, before),
  })
  const attempt = { expecting: 'either', at: asFixture(item), sending } as const
  const { answer: refused } = await context.attempt(operation, attempt)
  if (!isRefusal(refused)) return undefined
  const { answer, value: after } = await observeItem(context, item)
  if (!isObject(after)) return undefined
  const member = ownedByClients(context, item.resource).find(
    (name) => Object.hasOwn(before, name) && !isSameToClients(before[name], after[name], answer),
  )
  return member === undefined
    ? undefined
    : { answer, refused, member, was: before[member], now: after[member] }
}

function referencesToNothing(context: CheckContext, operation: OperationDescriptor): object {
  const { properties } = schemaIn(context.document, jsonBody(operation)?.schema)
  return Object.fromEntries(
    [...properties].flatMap(([name, schema]): [string, unknown][] => {
      const value = absentItemReference(context, name, schema)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
