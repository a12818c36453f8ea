import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../exchange/answer.ts'
import { excerpt } from '../exchange/excerpt.ts'
import type { RequestPlan } from '../exchange/request.ts'
import type { Subject } from '../items/item.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { CheckContext } from '../rule/check.ts'

/** Refusals of the caller, whatever the request says. */
const ABOUT_CALLER = [401, 403]

/**
 * Makes sure that requests were refused for what they say: a caller who may not ask at all learns nothing of the rest.
 * @param answers To requests of which each says something else.
 * @param plan A valid request of the operation, for the subject that the answers are of.
 * @throws NotRun when the valid request is refused with the same status.
 */
export async function assertAdmitted(
  context: CheckContext,
  operation: OperationDescriptor,
  { answers, plan, subject }: { answers: readonly Answer[]; plan: RequestPlan; subject: Subject },
): Promise<void> {
  const doubtful = answers.filter(({ status }) => ABOUT_CALLER.includes(status))
  if (doubtful.length === 0) return
  const control = await context.attempt(operation, { expecting: 'either', at: subject, sending: plan })
  const same = doubtful.find(({ status }) => status === control.answer.status)
  if (same !== undefined)
    throw new NotRun(
      `${operation.operationId} answered ${same.status} ${excerpt(same.text)}, to a valid request as well`,
    )
}
