import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Place } from '../document/place.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import { excerpt } from '../exchange/excerpt.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { CheckContext } from '../rule/check.ts'

/** About who asks, whatever the request says. */
const ABOUT_CALLER = [401, 403]

/**
 * Makes sure that requests were refused for what they say: a caller who may not ask at all learns nothing of the rest.
 * @param answers To requests of which each says something else.
 * @param plan A valid request of the operation.
 * @throws NotRun when the valid request is refused with the same status.
 */
export async function assertAdmitted(
  context: CheckContext,
  operation: OperationDescriptor,
  { answers, plan, place }: { answers: readonly Answer[]; plan: RequestPlan; place: Place },
): Promise<void> {
  const doubtful = answers.filter(({ status }) => ABOUT_CALLER.includes(status))
  if (doubtful.length === 0) return
  const control = await context.send(plan)
  if (isSuccess(control) && operation.method !== 'GET')
    context.fixtures.settle(operation, { plan, answer: control, place })
  const same = doubtful.find(({ status }) => status === control.status)
  if (same !== undefined)
    throw new NotRun(
      `${operation.operationId} answered ${same.status} ${excerpt(same.text)}, to a valid request as well`,
    )
}
