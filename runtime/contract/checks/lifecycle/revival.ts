import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import { responseClause } from '../../document/clause.ts'
import { creatorOf, isNamedByPath, operationOf } from '../../document/resource-lookup.ts'
import { documentedResponse } from '../../document/response-key.ts'
import { visibleFields } from '../../evidence/fields.ts'
import { requestItem } from '../../evidence/observe.ts'
import { type Answer, isSuccess } from '../../exchange/answer.ts'
import type { Item } from '../../items/item.ts'
import type { Finding } from '../../outcome/finding.ts'
import { ifRun } from '../../outcome/not-run.ts'
import { withBody } from '../../requests/with-body.ts'
import type { CheckContext } from '../../rule/check.ts'
import { rules } from './rules.ts'

const CREATED = 201

/**
 * No change brings a deleted item back, except a PUT that says that it made a new one, or that is the only way to make items.
 * @see RFC 9110, 9.3.4
 */
export async function checkRevival(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<Finding[]> {
  const { update, replace } = item.resource.operations
  const findings: Finding[] = []
  for (const change of [update, replace].map((operationId) => operationOf(context.document, operationId))) {
    const isMaker = change !== undefined && creatorOf(context.document, item.resource) === change
    if (change === undefined || isMaker || isNamedByPath(change, item.resource)) continue
    const answer = await changeDeleted(context, change, item)
    const mayCreate = change.method === 'PUT' && answer?.status === CREATED
    if (answer === undefined || !isSuccess(answer) || mayCreate) continue
    const read = await requestItem(context, item)
    const isGone = read !== undefined && mayRefuseFor(read.answer.status, 'absence')
    const key = documentedResponse(change, 404)?.key
    findings.push(
      context.finding({
        operation,
        answer,
        clause: key === undefined ? change.pointer : responseClause(change, key),
        breaks: rules['stays-deleted'],
        expecting: 'refusal',
        fact: {
          ...{ kind: 'brought back', change: change.operationId, operation: operation.operationId },
          ...{ status: answer.status, isGone },
        },
      }),
    )
  }
  return findings
}

/** Members that are changed alone where the whole change is refused for what it says. */
const MOST_ALONE = 2

/** The answer to a valid change; `undefined` when none can be made. */
async function changeDeleted(
  context: CheckContext,
  change: OperationDescriptor,
  item: Item,
): Promise<Answer | undefined> {
  return ifRun(async () => {
    const whole = context.pool.requests.best(change, item.place)
    const fields = change.resource?.role === 'update' ? visibleFields(context, change, change) : []
    const alone = fields.slice(0, MOST_ALONE).map(({ name, schema }) => {
      const value = context.pool.requests.value(schema, { variant: 'full', hint: name })
      return withBody(whole, { [name]: value })
    })
    let answer: Answer | undefined
    for (const sending of [whole, ...alone]) {
      const at = { place: item.place, item }
      answer = (await context.attempt(change, { expecting: 'either', at, sending })).answer
      // Else it was refused for what the change says, not for the item that it is about.
      if (!mayRefuseFor(answer.status, 'content', 'media type')) break
    }
    return answer
  })
}
