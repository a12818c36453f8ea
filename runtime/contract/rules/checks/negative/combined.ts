import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fixture } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import type { NegativeCase } from '../../wrong-requests/case.ts'
import { judgeRefusal } from '../../wrong-requests/refusal.ts'

/** Maximum number of bodies that combine several wrong properties. */
export const COMBINED_BODIES = 2
/** Maximum number of wrong properties that are sent alone because no error response names them. */
const MOST_ALONE = 3
/** Number of properties that an error response must name to show that the server reports all wrong ones. */
const SEVERAL = 2

interface Omitted {
  /** The cases that the budget does not allow to send alone. */
  readonly cases: readonly NegativeCase[]
  /** A valid request. */
  readonly plan: RequestPlan
  readonly fixture: Fixture
  readonly breaks: Assertion
}

/**
 * Sends several wrong properties in one body. If the server names some of them but not all, the others are
 * sent alone, because it might not check them.
 */
export async function checkCombinedFaults(
  context: CheckContext,
  operation: OperationDescriptor,
  { cases, plan, fixture, breaks }: Omitted,
): Promise<readonly Finding[]> {
  const valid = plan.body?.value
  if (!isObject(valid)) return []
  const send = async (sending: RequestPlan): Promise<Answer> =>
    (await context.attempt(operation, { expecting: 'refusal', at: fixture, sending })).answer
  const suspects: NegativeCase[] = []
  for (const together of combined(cases)) {
    const wrong = together.map(({ member, plan: own }) => [member, Object(own.body?.value)[member]] as const)
    const answer = await send(requestWithBody(plan, { ...valid, ...Object.fromEntries(wrong) }))
    const named = new Refusal(answer).namesOf(together.map(({ member }) => member))
    if (!isRefusal(answer) || named.size < SEVERAL) break
    suspects.push(...together.filter(({ member }) => !named.has(member)))
  }
  const findings: Finding[] = []
  for (const negativeCase of suspects.slice(0, MOST_ALONE)) {
    const answer = await send(negativeCase.plan)
    if (isSuccess(answer))
      findings.push(...judgeRefusal(context, operation, { negativeCase, answer, breaks }))
  }
  return findings
}

/** Faults that frameworks detect while they read a body. They come last, because they can hide others. */
const OF_READING = ['type', 'null']

/** Groups the cases so that each property is wrong at most once in a group, leaving out small groups. */
function combined(cases: readonly NegativeCase[]): readonly (readonly NegativeCase[])[] {
  const ofMembers = cases.filter(({ isOfMember, member, mayBeTaken, plan }) => {
    const value = plan.body?.value
    return isOfMember === true && mayBeTaken !== true && isObject(value) && Object.hasOwn(value, member)
  })
  const isLate = ({ kind }: NegativeCase): number => Number(OF_READING.includes(kind))
  const ordered = ofMembers.toSorted((one, other) => isLate(one) - isLate(other))
  const byMember = [...Map.groupBy(ordered, ({ member }) => member).values()]
  const groups = Array.from({ length: COMBINED_BODIES }, (_, index) =>
    byMember.flatMap((own) => own[index] ?? []),
  )
  return groups.filter(({ length }) => length > SEVERAL)
}
