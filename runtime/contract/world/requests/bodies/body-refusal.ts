import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { isOwnValue } from '../../../data/document/path-binding.ts'
import { type Answer, isCrash, isObjection } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { Refusal } from '../../refusal/refusal.ts'

/** A request whose response is not a success. */
export interface RefusedRequest {
  readonly plan: RequestPlan
  readonly answer: Answer
}

/** Causes of a refusal that a different body could avoid. */
export interface BodyRefusal {
  /** True for a server error that says nothing about the request. */
  readonly isCrash: boolean
  /** True if the content of the body may be the cause. */
  readonly mayBeContent: boolean
  /** True if other items to which the body refers can be the cause. */
  readonly mayBeNames: boolean
  /** True if a different body may succeed. */
  readonly mayBeBody: boolean
  /** Names of the body's top-level properties that the refusal names. */
  readonly blamed: ReadonlySet<string>
}

/** @param namesOthers True if a request's body refers to other items. */
export function bodyRefusalOf(
  { plan, answer }: RefusedRequest,
  namesOthers: (plan: RequestPlan) => boolean,
): BodyRefusal {
  const refusal = new Refusal(answer, plan.operation)
  const isWrite = ['create', 'update', 'replace'].includes(plan.operation.resource?.role ?? '')
  const mayBeNames = isWrite && refusal.mayBeAbout('absence', 'conflict') && namesOthers(plan)
  const blamed = refusal.blamedOf(Object.keys(isObject(plan.body?.value) ? plan.body.value : {}))
  // A write can be forbidden because of a single property, although it is allowed without that property.
  const isMember = isWrite && refusal.certaintyOf('caller') === 'likely' && blamed.size > 0
  const isOfPath = blamed.size === 0 && missesPath(refusal, plan)
  return {
    isCrash: isCrash(answer) && !isObjection(answer) && blamed.size === 0 && !quotesBody(refusal, plan),
    mayBeContent: refusal.mayBeAbout('content'),
    mayBeNames,
    mayBeBody:
      isCrash(answer) ||
      (!isOfPath && (mayOtherBodySucceed(plan.operation, answer) || mayBeNames)) ||
      isMember,
    blamed,
  }
}

/** True if the refusal quotes the value of a single property of the body. */
function quotesBody(refusal: Refusal, { body }: RequestPlan): boolean {
  const names = Object.keys(isObject(body?.value) ? body.value : {})
  const paths = names.map((name) => [name])
  return refusal.onlyQuotedOf(paths, body?.value).length > 0
}

/**
 * True if the item in the path is more likely missing than one in the body, because neither the run nor the
 * user vouches for a name in the path.
 */
function missesPath(refusal: Refusal, { path = {}, body }: RequestPlan): boolean {
  return (
    !refusal.mayBeAbout('content') &&
    refusal.isAbout('absence') &&
    Object.values(path).some((value) => !isOwnValue(value) && value.origin !== 'configured') &&
    !refusal.missesReferenceOf(body?.value)
  )
}

/** True if a different body may succeed. */
export function mayOtherBodySucceed(operation: OperationDescriptor, answer: Answer): boolean {
  const refusal = new Refusal(answer, operation)
  // If something is missing, it may be an item to which the body refers.
  return refusal.mayBeAboutNames() || refusal.mayBeAbout('media type', 'conflict')
}
