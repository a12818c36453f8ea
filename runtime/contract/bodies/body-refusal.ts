import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { type Answer, isCrash, namesNothingKnown } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { Refusal } from '../refusal/refusal.ts'

/** A request, and an answer to it that is no success. */
export interface RefusedRequest {
  readonly plan: RequestPlan
  readonly answer: Answer
}

/** Causes of a refusal that another body could avoid. */
export interface BodyRefusal {
  readonly isCrash: boolean
  /** The content of the body. */
  readonly mayBeContent: boolean
  /** Other items, which the body names. */
  readonly mayBeNames: boolean
  /** Any of it: for anything else no body helps. */
  readonly mayBeBody: boolean
}

/** @param namesOthers True if the body of a request names other items. */
export function bodyRefusalOf(
  { plan, answer }: RefusedRequest,
  namesOthers: (plan: RequestPlan) => boolean,
): BodyRefusal {
  const isBroken = isCrash(answer)
  const mayBeNames =
    isWrite(plan.operation) && mayRefuseFor(answer.status, 'absence', 'conflict') && namesOthers(plan)
  return {
    isCrash: isBroken,
    mayBeContent: mayRefuseFor(answer.status, 'content'),
    mayBeNames,
    mayBeBody: isBroken || isBodyRefused(answer) || mayBeNames || mayBeMember(plan, answer),
  }
}

/** True if another body may be answered with success. */
export function isBodyRefused(answer: Answer): boolean {
  // It may have named what does not exist.
  return namesNothingKnown(answer) || mayRefuseFor(answer.status, 'media type', 'conflict')
}

/** True if a write may be forbidden for one of its members, which the refusal names: the rest of it may do. */
function mayBeMember({ operation, body }: RequestPlan, answer: Answer): boolean {
  if (answer.status !== 403 || !isObject(body?.value) || !isWrite(operation)) return false
  return new Refusal(answer).blamedOf(Object.keys(body.value)).size > 0
}

function isWrite({ resource }: OperationDescriptor): boolean {
  return ['create', 'update', 'replace'].includes(resource?.role ?? '')
}
