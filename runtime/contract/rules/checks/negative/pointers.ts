import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { type Answer, isRefusal } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { CheckContext } from '../../check.ts'
import type { NegativeCase } from '../../wrong-requests/case.ts'

/**
 * Checks the pointers in an error response for a request with one wrong property. If they refer to properties
 * of the body, the wrong one must be among them. A value that is already in use is a conflict, not a wrong
 * property.
 * @see RFC 9457, 3
 */
export function checkPointers(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    negativeCase,
    answer,
    breaks,
  }: { readonly negativeCase: NegativeCase; readonly answer: Answer; readonly breaks: Assertion },
): readonly Finding[] {
  const { member, isOfMember, clause, plan } = negativeCase
  const refusal = new Refusal(answer)
  if (isOfMember !== true || member === '' || !isRefusal(answer) || refusal.isAbout('conflict')) return []
  const sent = isObject(plan.body?.value) ? Object.keys(plan.body.value) : []
  const known = [...new Set([...sent, member])].map((name) => [name])
  const pointed = [...new Set(refusal.pointedOf(known).flatMap(([name]) => name ?? []))]
  if (pointed.length === 0) return []
  const item = pointed.includes(member) ? itemPointedInstead(negativeCase, refusal) : undefined
  if (pointed.includes(member) && item === undefined) return []
  return [
    context.finding({
      ...{ operation, answer, clause, breaks },
      fact: { kind: 'points elsewhere', ...(item ?? { member, received: pointed }) },
      cause: { kind: 'everywhere', what: 'refusals that point at another member' },
    }),
  ]
}

/**
 * The wrong item of a list and the valid ones before it, if the refusal points to these instead. Some servers
 * count items from 1, so a later position is accepted.
 * @see RFC 6901, 4
 */
function itemPointedInstead(
  { item }: NegativeCase,
  refusal: Refusal,
): { readonly member: string; readonly received: readonly string[] } | undefined {
  const pointed = item === undefined ? [] : refusal.pointedIn(item.list)
  if (item === undefined || pointed.length === 0 || pointed.some((index) => index >= item.index))
    return undefined
  const named = (index: number): string => `${item.list}.${index}`
  return { member: named(item.index), received: [...new Set(pointed)].map(named) }
}
