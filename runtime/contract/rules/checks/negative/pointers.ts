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
  if (pointed.length === 0 || pointed.includes(member)) return []
  return [
    context.finding({
      ...{ operation, answer, clause, breaks },
      fact: { kind: 'points elsewhere', member, received: pointed },
      cause: { kind: 'everywhere', what: 'refusals that point at another member' },
    }),
  ]
}
