import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../document/json-body.ts'
import { type Field, show, visibleFields } from '../../evidence/fields.ts'
import { type Observation, observe } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { type Answer, isSuccess } from '../../exchange/answer.ts'
import { alone } from '../../items/item.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { Fact } from '../../outcome/kinds/fact.ts'
import { allOf, NotRun, nothing, orWhyNot, type Verdict } from '../../outcome/not-run.ts'
import { withBody } from '../../requests/with-body.ts'
import type { CheckContext } from '../../rule/check.ts'
import { isKept, isSame } from '../../values/same.ts'
import { rules } from './rules.ts'

/** What is stored first: twice the same, and not in order. */
const FIRST = { first: 'one', listed: ['b', 'a', 'b'] }
const SECOND = { second: 'two' }
const GONE = { first: null }

/**
 * A change of an object of any members merges with what is there or replaces it: all of it alike, as its answer says, and in a
 * merge patch it merges and `null` removes. @see RFC 7396, 2
 */
export async function checkFreeObjects(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  if (operation.method !== 'PATCH' || !context.asks(rules['open-objects'])) return nothing()
  const own = await orWhyNot(() => ownItem(context, operation))
  if (own instanceof NotRun) return own
  const verdicts: Verdict[] = []
  for (const field of visibleFields(context, operation, own.seen.by).filter(isFree))
    verdicts.push(await orWhyNot(() => checkField(context, operation, field)))
  return allOf(verdicts)
}

function isFree({ schema }: Field): boolean {
  const { additionalProperties: others = true, propertyNames, minProperties } = schema.keywords
  const isOpen = others === true || (isObject(others) && Object.keys(others).length === 0)
  const isFreelyNamed = propertyNames === undefined && minProperties === undefined
  return schema.types.includes('object') && isOpen && isFreelyNamed && schema.properties.size === 0
}

async function checkField(
  context: CheckContext,
  operation: OperationDescriptor,
  { name, clause }: Field,
): Promise<Finding[]> {
  const { item } = await ownItem(context, operation)
  const plan = context.pool.requests.plan(operation, item.place, 'empty')
  const change = async (value: object): Promise<{ answer: Answer; seen: Observation; now: unknown }> => {
    const sending = withBody(plan, { [name]: value })
    const { answer } = await context.attempt(operation, { expecting: 'success', at: alone(item), sending })
    const seen = await observe(context, item)
    if (seen.value === undefined)
      throw new NotRun({ kind: 'does not show the item', operation: seen.by.operationId })
    return { answer, seen, now: isObject(seen.value) ? seen.value[name] : undefined }
  }
  const report = (
    { seen, now, answer }: Awaited<ReturnType<typeof change>>,
    wanted: Fact<'open object changed'>['wanted'],
    value?: unknown,
  ): Finding[] => [
    context.finding({
      operation,
      answer: seen.answer,
      clause,
      breaks: rules['open-objects'],
      cause: { kind: 'member', name },
      fact: {
        ...{ kind: 'open object changed', member: name, wanted, operation: operation.operationId },
        ...{ sent: show(value), received: show(now) },
      },
      beside: [answer],
    }),
  ]
  const one = await change(FIRST)
  if (!isKept(FIRST, partOf(one.now, FIRST))) return report(one, 'sent', FIRST)
  const two = await change(SECOND)
  const answered = isSuccess(two.answer) && isObject(two.answer.value) ? two.answer.value[name] : undefined
  if (answered !== undefined && !isSame(answered, two.now)) return report(two, 'answered', answered)
  const isMerge = jsonBody(operation)?.mediaType === 'application/merge-patch+json'
  const merged = isKept({ ...FIRST, ...SECOND }, partOf(two.now, { ...FIRST, ...SECOND }))
  if (isMerge && !merged) return report(two, 'merged', { ...FIRST, ...SECOND })
  if (!isMerge) return merged || isSame(two.now, SECOND) ? [] : report(two, 'merged or replaced')
  const three = await change(GONE)
  const isThere = isObject(three.now) && Object.hasOwn(three.now, 'first')
  return isThere ? report(three, 'without null') : []
}

/** What an object has of the members of another. */
function partOf(value: unknown, names: object): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key in names)) : value
}
