import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { type Answer, isRefusal } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fixture } from '../../../world/items/item.ts'
import { isSameFaultSpelling } from '../../../world/refusal/faults.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { isLinkedDataKeyword } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { baselineAnswer } from '../../evidence/valid-baseline.ts'
import type { NegativeCase } from '../../wrong-requests/case.ts'

/**
 * Checks the pointers in an error response for a request with one wrong property. If they refer to properties
 * of the body, the wrong one must be among them. A JSON Pointer must start at the top of the body. A value
 * that is already in use is a conflict, not a wrong property. Without a keyword of JSON-LD, other properties
 * mean nothing, so a pointer to these is right.
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
  const { member, isOfMember, path = [], clause, plan } = negativeCase
  const refusal = new Refusal(answer)
  if (isOfMember !== true || member === '' || !isRefusal(answer) || refusal.isAbout('conflict')) return []
  if (isLinkedDataKeyword(member)) return []
  const cut = refusal.pointers().find(({ names, isFromTop }) => isFromTop === true && isTail(names, path))
  if (cut !== undefined) return [elsewhere(`/${path.join('/')}`, [`/${cut.names.join('/')}`])]
  const sent = isObject(plan.body?.value) ? Object.keys(plan.body.value) : []
  const known = [...new Set([...sent, member])].map((name) => [name])
  const pointed = [...new Set(refusal.pointedOf(known).flatMap(([name]) => name ?? []))]
  if (pointed.length === 0) return []
  if (!pointed.includes(member)) return [elsewhere(member, pointed)]
  const before = itemsPointedBefore(path, refusal)
  return before.length === 0 ? [] : [elsewhere(path.slice(0, 2).join('.'), before)]

  function elsewhere(wanted: string, received: readonly string[]): Finding {
    return context.finding({
      ...{ operation, answer, clause, breaks },
      fact: { kind: 'points elsewhere', member: wanted, received },
      cause: { kind: 'everywhere', what: 'refusals that point at another member' },
    })
  }
}

/**
 * Leaves out findings about pointers to a property that the server rejects in a valid request too. Such a
 * request has two faults, and a server can name either.
 * @param plan A valid request of the operation.
 */
export async function withoutOtherFaults(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    findings,
    plan,
    fixture,
  }: { readonly findings: readonly Finding[]; readonly plan: RequestPlan; readonly fixture: Fixture },
): Promise<readonly Finding[]> {
  if (!findings.some(({ kind }) => kind === 'points elsewhere')) return findings
  const answer = await baselineAnswer(context, operation, { plan, fixture })
  if (answer === undefined || !isRefusal(answer)) return findings
  const members = isObject(plan.body?.value) ? Object.keys(plan.body.value) : []
  const wrong = new Set(new Refusal(answer).pointedOf(members.map((name) => [name])).flat())
  const isOfOther = ({ kind, data: { received } }: Finding): boolean =>
    kind === 'points elsewhere' && [received].flat().some((name) => wrong.has(String(name)))
  return findings.filter((finding) => !isOfOther(finding))
}

/** True if a pointer has only the last names of a path, and therefore leads elsewhere. */
function isTail(names: readonly string[], path: readonly string[]): boolean {
  const isPart = names.length > 0 && names.length < path.length
  return isPart && names.join('/') === path.slice(-names.length).join('/')
}

/**
 * Returns the valid items of a list to which the refusal points instead of the wrong one after them. Some
 * servers count items from 1, so a later position is accepted.
 * @see RFC 6901, 4
 */
function itemsPointedBefore([list = '', index = '']: readonly string[], refusal: Refusal): readonly string[] {
  if (!/^[1-9]\d*$/.test(index)) return []
  const pointed = refusal.pointers().flatMap(({ names }) => positionIn(names, list))
  const isBefore = pointed.every((position) => position < Number(index))
  return isBefore ? [...new Set(pointed)].map((position) => `${list}.${position}`) : []
}

/** The position in a list of the body that a pointer names; empty if it names none. */
function positionIn(names: readonly string[], list: string): readonly number[] {
  const at = names.findIndex((name) => isSameFaultSpelling(name, list))
  const next = at < 0 ? '' : (names[at + 1] ?? '')
  return /^\d+$/.test(next) ? [Number(next)] : []
}
