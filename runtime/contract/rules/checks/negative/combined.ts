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

/** Maximum number of bodies that combine several wrong properties, by what is known of the server. */
const BODIES = { known: 4, unknown: 2, none: 0 }
/** Maximum share of a family's requests for such bodies. */
const SHARE = 1 / 3
/** Maximum number of wrong properties that are sent alone because no error response names them. */
const MOST_ALONE = 3
/** Number of properties that an error response must name to show that the server reports all wrong ones. */
const SEVERAL = 2

/** Knowledge of the server's error responses: whether they name all wrong properties of a body. */
const newNaming = (): { ofAll?: boolean } => ({})

/** Maximum number of requests in which `checkCombinedFaults` combines cases if a family can send `most`. */
export function combinedBodies({ state }: Pick<CheckContext, 'state'>, most: number): number {
  const { ofAll } = state.of(newNaming)
  const bodies = ofAll === undefined ? BODIES.unknown : ofAll ? BODIES.known : BODIES.none
  return Math.min(bodies, Math.floor(most * SHARE))
}

interface Omitted {
  /** The cases that the budget does not allow to send alone. */
  readonly cases: readonly NegativeCase[]
  /** Cases that were sent alone and rejected. */
  readonly rejected: readonly NegativeCase[]
  /** A valid request. */
  readonly plan: RequestPlan
  readonly fixture: Fixture
  readonly breaks: Assertion
  /** Maximum number of bodies. */
  readonly most: number
}

/**
 * Sends several wrong properties in one body. If the server names some of them but not all, the others are
 * sent alone, because it might not check them.
 */
export async function checkCombinedFaults(
  context: CheckContext,
  operation: OperationDescriptor,
  { cases, rejected, plan, fixture, breaks, most }: Omitted,
): Promise<readonly Finding[]> {
  const valid = plan.body?.value
  if (!isObject(valid)) return []
  const send = async (sending: RequestPlan): Promise<Answer> =>
    (await context.attempt(operation, { expecting: 'refusal', at: fixture, sending })).answer
  const naming = context.state.of(newNaming)
  const suspects: NegativeCase[] = []
  for (const group of combined(cases, most)) {
    const together = withWitnesses(group, rejected)
    if (together.length <= SEVERAL) {
      suspects.push(...group)
      continue
    }
    const wrong = together.map(({ member, plan: own }) => [member, Object(own.body?.value)[member]] as const)
    const answer = await send(requestWithBody(plan, { ...valid, ...Object.fromEntries(wrong) }))
    const named = new Refusal(answer).namesOf(together.map(({ member }) => member))
    const namesSeveral = isRefusal(answer) && named.size >= SEVERAL
    if (namesSeveral || together.every(({ kind }) => !OF_READING.includes(kind)))
      naming.ofAll ??= namesSeveral
    if (!namesSeveral) break
    suspects.push(...group.filter(({ member }) => !named.has(member)))
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

/** Groups the cases so that each property is wrong at most once in a group. */
function combined(cases: readonly NegativeCase[], most: number): readonly (readonly NegativeCase[])[] {
  const byMember = [...Map.groupBy(ofMembers(cases), ({ member }) => member).values()]
  const groups = Array.from({ length: most }, (_, index) => byMember.flatMap((own) => own[index] ?? []))
  return groups.filter(({ length }) => length > 0)
}

/**
 * Adds cases of other properties, which the server is known to reject, until the response must name several
 * properties. Its silence about the others then tells something.
 */
function withWitnesses(
  group: readonly NegativeCase[],
  rejected: readonly NegativeCase[],
): readonly NegativeCase[] {
  const own = new Set(group.map(({ member }) => member))
  const others = ofMembers(rejected).filter(({ member }) => !own.has(member))
  const witnesses = [...Map.groupBy(others, ({ member }) => member).values()].flatMap(
    ([first]) => first ?? [],
  )
  return [...group, ...witnesses.slice(0, Math.max(0, SEVERAL + 1 - group.length))]
}

/** The cases in which a property has a wrong value, ordered so that those of reading come last. */
function ofMembers(cases: readonly NegativeCase[]): readonly NegativeCase[] {
  const found = cases.filter(({ isOfMember, isBesideValid, member, mayBeTaken, plan }) => {
    const value = plan.body?.value
    const isOfOne = isOfMember === true && isBesideValid !== true && mayBeTaken !== true
    return isOfOne && isObject(value) && Object.hasOwn(value, member)
  })
  const isLate = ({ kind }: NegativeCase): number => Number(OF_READING.includes(kind))
  return found.toSorted((one, other) => isLate(one) - isLate(other))
}
