import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { parameterClause } from '../../document/clause.ts'
import { visibleFields } from '../../evidence/fields.ts'
import { requestItem } from '../../evidence/observe.ts'
import { type Answer, isSuccess } from '../../exchange/answer.ts'
import type { RequestPlan } from '../../exchange/request.ts'
import { alone, type Item } from '../../items/item.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { Fact } from '../../outcome/kinds/fact.ts'
import { NotRun } from '../../outcome/not-run.ts'
import { headerParameter } from '../../requests/header-parameters.ts'
import { withBody } from '../../requests/with-body.ts'
import { withTag } from '../../requests/with-value.ts'
import type { CheckContext, KnownViolation } from '../../rule/check.ts'
import { ownResource } from '../../rule/own-resource.ts'
import { isKept, isSame } from '../../values/same.ts'

const FAILED = 412
/** An entity tag that nothing has. */
const OTHER_TAG = '"other-0"'

/**
 * Where `If-Match` is documented: a write whose entity tag is not the item's is answered with 412 and does nothing, one with the
 * item's own tag is done, and then the item has another. @see RFC 9110, 13.1.1
 */
export async function checkConditions(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Finding[]> {
  const header = headerParameter(operation, 'if-match')
  if (header === undefined) return []
  try {
    const item = await context.items.create(ownResource(context, operation), operation)
    return await tryConditions(context, operation, { item, header })
  } catch (error) {
    if (error instanceof NotRun) return []
    throw error
  }
}

async function tryConditions(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, header }: { readonly item: Item; readonly header: ParameterDescriptor },
): Promise<Finding[]> {
  const first = await requestItem(context, item)
  const tag = first?.answer.headers.get('etag')
  if (first === undefined || typeof tag !== 'string' || tag.startsWith('W/')) return []
  const look = async (): Promise<Answer> => (await requestItem(context, item))?.answer ?? first.answer
  const send = async (match: string, plan: RequestPlan): Promise<Answer> => {
    const sending = withTag(plan, { name: header.name, text: match, answer: first.answer })
    return (await context.attempt(operation, { expecting: 'either', at: alone(item), sending })).answer
  }
  const clause = parameterClause(operation, header)
  const report = (answer: Answer, told: Pick<KnownViolation, 'expecting' | 'fact'>): Finding =>
    context.finding({ operation, answer, clause, basis: 'derived', beside: [first.answer], ...told })
  const overlooked = (answer: Answer, tag: Fact<'condition ignored'>['tag']): Finding =>
    report(answer, { expecting: 'refusal', fact: { kind: 'condition ignored', tag } })

  const plan = changeOf(context, operation, { item, before: first.answer.value })
  const refused = await send(OTHER_TAG, plan)
  if (isSuccess(refused)) return [overlooked(refused, 'another')]
  const untouched = await look()
  if (!isSuccess(untouched) || !isSame(untouched.value, first.answer.value))
    return [
      report(untouched, {
        fact: {
          kind: 'condition forbade it',
          operation: operation.operationId,
          status: refused.status,
        },
      }),
    ]
  const done = await send(tag, plan)
  if (done.status === FAILED) return [report(done, { fact: { kind: 'own tag refused', value: tag } })]
  if (!isSuccess(done) || operation.resource?.role === 'delete') return []
  const changed = await look()
  if (isSame(changed.value, first.answer.value)) return []
  const now = changed.headers.get('etag')
  if (now === tag) return [report(changed, { fact: { kind: 'tag kept', value: tag } })]
  const answered = done.headers.get('etag')
  if (answered !== null && now !== null && answered !== now && isSame(done.value, changed.value))
    return [
      report(changed, {
        fact: {
          ...{ kind: 'tag answered otherwise', operation: operation.operationId },
          ...{ value: answered, received: now },
        },
      }),
    ]
  const known = headerParameter(first.by, 'if-none-match')
  if (known !== undefined) {
    const read = context.items.requests.best(first.by, item.place)
    const again = await context.read(withTag(read, { name: known.name, text: tag, answer: first.answer }))
    if (again.status === 304)
      return [report(again, { fact: { kind: 'called unchanged', by: first.by.operationId } })]
  }
  const stale = await send(tag, changeOf(context, operation, { item, before: changed.value }))
  return isSuccess(stale) ? [overlooked(stale, 'an old one')] : []
}

/** A request that changes one member; of a deletion the request itself. */
function changeOf(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, before }: { readonly item: Item; readonly before: unknown },
): RequestPlan {
  const { requests } = context.items
  const plan = requests.best(operation, item.place)
  const { role } = operation.resource ?? {}
  if (role === 'delete') return plan
  const whole = role === 'replace' && isObject(plan.body?.value) ? plan.body.value : {}
  for (const { name, schema } of visibleFields(context, operation, operation)) {
    const other = isObject(before) ? before[name] : undefined
    const value = requests.value(schema, { variant: 'full', hint: name, other })
    if (!isKept(value, other)) return withBody(plan, { ...whole, [name]: value })
  }
  throw new NotRun({ kind: 'nothing shown to change', operation: operation.operationId })
}
