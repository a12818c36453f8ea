import { isJson, isJsonPatch, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import {
  allVerdicts,
  NotRun,
  nothingCompared,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { asFixture } from '../../../world/items/item.ts'
import { isKeptValue, isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { lossesOf, shownFieldText, visibleFields } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/** The JSON media types of an operation's body, except JSON Patch and the one that other rules send. */
export function otherPatchMedia(operation: OperationDescriptor): readonly string[] {
  const usual = jsonBody(operation)?.mediaType
  return Object.keys(operation.requestBody?.content ?? {}).filter(
    (type) => isJson(type) && !isJsonPatch(type) && type !== usual,
  )
}

/**
 * Checks the media types from `otherPatchMedia`: a PATCH in each of them must change the property that it
 * contains, and no other.
 */
export async function checkPatchInOtherMedia(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  if (operation.method !== 'PATCH' || !context.asks(rules['media-type'])) return nothingCompared()
  const verdicts: Verdict[] = []
  for (const mediaType of otherPatchMedia(operation))
    verdicts.push(await resultOrNotRun(() => checkMedia(context, operation, mediaType)))
  return allVerdicts(verdicts)
}

async function checkMedia(
  context: CheckContext,
  operation: OperationDescriptor,
  mediaType: string,
): Promise<Verdict> {
  const { item, seen } = await ownItem(context, operation)
  const fields = visibleFields(context, operation, seen.by)
  const before = isObject(seen.value) ? seen.value : {}
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  const clause = pointerBelow(operation.pointer, 'requestBody', 'content', mediaType)
  for (const { name, schema } of fields) {
    const value = context.pool.requests.value(schema, { variant: 'full', hint: name, other: before[name] })
    if (isKeptValue(value, before[name]) || isObject(value)) continue
    const sending = { ...plan, body: { mediaType, value: { [name]: value } } }
    const { answer } = await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })
    if (!isSuccess(answer))
      return new NotRun({ kind: 'answered', operation: operation.operationId, status: answer.status })
    const after = await observeItem(context, item)
    const now = isObject(after.value) ? after.value : {}
    const lost = lossesOf(fields, {
      sent: { [name]: value },
      received: after.value,
      where: 'when read again',
    })
    const beside = fields.find(
      (field) =>
        field.name !== name &&
        !isSameAsKept(before[field.name], now[field.name]) &&
        !isSameToClients(before[field.name], now[field.name], after.answer),
    )
    const report = { operation, answer: after.answer, clause, beside: [answer] }
    if (lost.length > 0)
      return lost
        .slice(0, 1)
        .map(({ fact }) => context.finding({ ...report, breaks: rules['media-type'], fact }))
    if (beside === undefined) return []
    return [
      context.finding({
        ...{ ...report, breaks: rules['media-type'] },
        fact: {
          ...{ kind: 'member changed beside', member: beside.name, members: [name], after: 'one' },
          ...{ before: shownFieldText(before[beside.name]), received: shownFieldText(now[beside.name]) },
        },
      }),
    ]
  }
  return nothingCompared()
}
