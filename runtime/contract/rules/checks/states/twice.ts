import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'
import type { ActionDone } from './state-map.ts'

/** The request was accepted, but has not been completed yet. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly item: Item
}

/**
 * Sends an action twice to a new item: concurrently if it is rejected when repeated, or in sequence if it is
 * idempotent.
 */
export async function checkTwice(
  context: CheckContext,
  operation: OperationDescriptor,
  { before, isRefusedAgain }: ActionDone,
): Promise<Verdict> {
  const isMeant = isRefusedAgain ? context.asks(rules.together) : isIdempotent(operation)
  if (!isMeant || !context.asks(rules.again, rules.together)) return nothingCompared()
  context.budget.expect(before.length + REQUESTS)
  const item = await context.pool.items.create(context.pool.resourceFor(operation))
  for (const action of before)
    if (!isSuccess(await act({ context, operation: action, item }))) return nothingCompared()
  const setting = { context, operation, item }
  return isRefusedAgain ? checkTogether(setting) : checkAgain(setting)
}

/** Number of requests in addition to the actions that lead to the state. */
const REQUESTS = 5

/** True if the document or the method promises that the action is idempotent. @see RFC 9110, 9.2.2 */
function isIdempotent({ idempotent, method, requestBody }: OperationDescriptor): boolean {
  return requestBody === undefined && (idempotent === true || method === 'PUT')
}

async function act({ context, operation, item }: Setting): Promise<Answer> {
  return (await context.attempt(operation, { expecting: 'either', at: asFixture(item) })).answer
}

async function checkTogether(setting: Setting): Promise<Verdict> {
  const { context, operation } = setting
  const [answer, other] = await context.race([1, 2], () => act(setting))
  if (answer === undefined || other === undefined) return []
  if (![answer, other].every((one) => isSuccess(one) && one.status !== ACCEPTED)) return []
  return [
    context.finding({
      ...{ operation, answer: other, beside: [answer], breaks: rules.together, expecting: 'refusal' },
      clause: pointerBelow(operation.pointer, 'responses'),
      fact: { kind: 'done twice', operation: operation.operationId },
    }),
  ]
}

async function checkAgain(setting: Setting): Promise<Verdict> {
  const { context, operation, item } = setting
  if (!isSuccess(await act(setting))) return nothingCompared()
  const { value: old } = await observeItem(context, item)
  const answer = await act(setting)
  const { value: now, answer: seen } = await observeItem(context, item)
  if (!isSuccess(answer) || !isObject(old) || !isObject(now)) return nothingCompared()
  const members = Object.keys(old).filter((name) => !isSameToClients(old[name], now[name], seen))
  if (members.length === 0) return []
  return [
    context.finding({
      ...{ operation, answer: seen, beside: [answer], breaks: rules.again },
      clause: pointerBelow(operation.pointer, 'responses'),
      fact: { kind: 'not idempotent', members },
    }),
  ]
}
