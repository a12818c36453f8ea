import type { OperationDescriptor } from '../../http/operation.ts'
import { type Answer, isSuccess } from '../answer.ts'
import type { CheckContext } from '../check.ts'
import { excerpt } from '../excerpt.ts'
import type { Place } from '../fixtures/place.ts'
import { NotRun } from '../not-run.ts'
import type { RequestPlan } from '../request.ts'

/** About who asks, whatever the request says. */
const ABOUT_CALLER = [401, 403]

/**
 * Makes sure that a request was refused for what it says: a caller who may not ask at all learns nothing of the rest.
 * @param plan A valid request of the operation.
 * @throws NotRun when the valid request is refused with the same status.
 */
export async function assertAdmitted(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, plan, place }: { answer: Answer; plan: RequestPlan; place: Place },
): Promise<void> {
  const { status } = answer
  if (!ABOUT_CALLER.includes(status)) return
  const control = await context.send(plan)
  if (isSuccess(control) && operation.method !== 'GET')
    context.fixtures.settle(operation, { plan, answer: control, place })
  if (control.status === status)
    throw new NotRun(
      `${operation.operationId} answered ${status} ${excerpt(answer.text)}, to a valid request as well`,
    )
}
