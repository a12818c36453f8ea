import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { type Answer, isCrash } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { Refusal } from '../../refusal/refusal.ts'

/** A request, and its answer, which is not a success. */
export interface RefusedRequest {
  readonly plan: RequestPlan
  readonly answer: Answer
}

/** Causes of a refusal that another body could avoid. */
export interface BodyRefusal {
  readonly isCrash: boolean
  /** The content of the body. */
  readonly mayBeContent: boolean
  /** Other items that the body names. */
  readonly mayBeNames: boolean
  /** Any of these: for other causes, another body does not help. */
  readonly mayBeBody: boolean
}

/** @param namesOthers True if the body of a request names other items. */
export function bodyRefusalOf(
  { plan, answer }: RefusedRequest,
  namesOthers: (plan: RequestPlan) => boolean,
): BodyRefusal {
  const refusal = new Refusal(answer, plan.operation)
  const isWrite = ['create', 'update', 'replace'].includes(plan.operation.resource?.role ?? '')
  const mayBeNames = isWrite && refusal.mayBeAbout('absence', 'conflict') && namesOthers(plan)
  // A write may be forbidden because of one member: the rest may be allowed.
  const isMember =
    isWrite &&
    refusal.certaintyOf('caller') === 'likely' &&
    refusal.blamedOf(Object.keys(isObject(plan.body?.value) ? plan.body.value : {})).size > 0
  return {
    isCrash: isCrash(answer),
    mayBeContent: refusal.mayBeAbout('content'),
    mayBeNames,
    mayBeBody: isCrash(answer) || isBodyRefused(plan.operation, answer) || mayBeNames || isMember,
  }
}

/** True if another body may succeed. */
export function isBodyRefused(operation: OperationDescriptor, answer: Answer): boolean {
  const refusal = new Refusal(answer, operation)
  // It may have named an item that does not exist.
  return refusal.mayBeAboutNames() || refusal.mayBeAbout('media type', 'conflict')
}
