import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { type Answer, isCrash, isSuccess, isUnavailableAnswer } from '../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import { NotRun, resultIfRun } from '../../data/outcome/not-run.ts'
import type { Fixture } from '../../world/items/item.ts'
import { answerRules } from '../answer-rules.ts'
import type { CheckContext } from '../check.ts'

/**
 * Ensures that requests were rejected because of their content. A rejection for lack of access proves nothing
 * about the content.
 * @param answers Responses to requests with different content.
 * @param plan A valid request of the operation, for the same subject.
 * @returns true if a valid request was sent for that, and succeeded.
 * @throws NotRun if the valid request is rejected with the same status.
 */
export async function assertAdmitted(
  context: CheckContext,
  operation: OperationDescriptor,
  { answers, plan, fixture }: { answers: readonly Answer[]; plan: RequestPlan; fixture: Fixture },
): Promise<boolean> {
  const doubtful = answers.filter(({ status }) => mayRefuseFor(status, 'caller'))
  if (doubtful.length === 0) return false
  const control = await context.attempt(operation, { expecting: 'either', at: fixture, sending: plan })
  const same = doubtful.find(({ status }) => status === control.answer.status)
  if (same !== undefined) throw answeredSoAnyway(operation, same)
  return isSuccess(control.answer)
}

/** The reason why a rule is not run if a valid request is rejected in the same way. */
function answeredSoAnyway({ operationId }: OperationDescriptor, { status, text }: Answer): NotRun {
  return new NotRun({
    ...{ kind: 'answered so anyway', operation: operationId, status },
    words: exchangeExcerpt(text),
  })
}

/** The reason why a rule is not run if the server is overloaded now. */
export function baselineUnavailable({ operationId }: OperationDescriptor, { status, text }: Answer): NotRun {
  return new NotRun({ kind: 'answered', operation: operationId, status, words: exchangeExcerpt(text) })
}

/**
 * If a finding reports a crash, sends a valid request for comparison. If the server crashes on that request
 * too, the faults in the wrong requests are not to blame, and the valid request is reported instead. If the
 * response is a lasting 503, the server is only overloaded (RFC 9110, 15.6.4), so crashes are not reported.
 * @param plan A valid request of the operation, for the subject of the findings.
 */
export async function againstBaseline(
  context: CheckContext,
  operation: OperationDescriptor,
  { findings, plan, fixture }: { findings: readonly Finding[]; plan: RequestPlan; fixture: Fixture },
): Promise<readonly Finding[]> {
  const isOfCrash = (finding: Finding): boolean => finding.weight === 'crash' || isFindingOfOverload(finding)
  if (!findings.some(isOfCrash)) return findings
  const answer = await baselineAnswer(context, operation, { plan, fixture })
  if (answer === undefined) return findings
  const others = findings.filter((finding) => !isOfCrash(finding))
  if (isUnavailableAnswer(answer)) {
    if (others.length > 0) return others
    throw answeredSoAnyway(operation, answer)
  }
  if (!isCrash(answer)) return findings
  const crash = context.finding({
    ...{
      operation,
      answer,
      clause: pointerBelow(operation.pointer, 'responses'),
      breaks: answerRules['no-crash'],
    },
    expecting: 'success',
    fact: { kind: 'not as documented', of: 'valid' },
  })
  return [crash, ...others]
}

/**
 * Sends wrong requests again, one by one, if the server was unable to respond to them, but responds to a
 * valid one. Only a 503 that recurs is an effect of the fault in the request.
 * @param again Sends one of the requests again.
 * @see RFC 9110, 15.6.4
 */
export async function withoutOverload<Sent extends { readonly answer: Answer }>(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    answered,
    again,
    plan,
    fixture,
  }: {
    answered: readonly Sent[]
    again: (sent: Sent) => Promise<Sent>
    plan: RequestPlan
    fixture: Fixture
  },
): Promise<readonly Sent[]> {
  if (!answered.some(({ answer }) => isUnavailableAnswer(answer))) return answered
  const valid = await baselineAnswer(context, operation, { plan, fixture })
  if (valid === undefined || isUnavailableAnswer(valid)) return answered
  const all: Sent[] = []
  for (const sent of answered) all.push(isUnavailableAnswer(sent.answer) ? await again(sent) : sent)
  return all
}

/** True for a finding whose response only shows that the server is overloaded. @see RFC 9110, 15.6.4 */
export function isFindingOfOverload({ exchange }: Finding): boolean {
  return exchange.response !== undefined && isUnavailableAnswer(exchange.response)
}

/** The response to a valid request, whatever is left of the budget. */
export function baselineAnswer(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, fixture }: { plan: RequestPlan; fixture: Fixture },
): Promise<Answer | undefined> {
  return context.budget.makeSure(() =>
    resultIfRun(
      async () =>
        (await context.attempt(operation, { expecting: 'either', at: fixture, sending: plan })).answer,
    ),
  )
}
