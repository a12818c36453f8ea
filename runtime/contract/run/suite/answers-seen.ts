import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import type { CheckContext } from '../../rules/check.ts'
import { inspectResponse } from '../../rules/response.ts'

/**
 * If a rule has no findings of its own, compares every response that it received from the operation with the
 * document. Some responses occur in only one rule, such as the second page of a list. Earlier findings are
 * not repeated.
 */
export class AnswersSeen {
  readonly #reported = new Set<string>()
  /** Responses in the order of the requests; `undefined` for a request without a response. */
  #answers: (Answer | undefined)[] = []

  /** Forgets the responses that the previous rule received. */
  start(): void {
    this.#answers = []
  }

  /**
   * Reserves a position for the response to a request. @returns a function that stores the response there.
   */
  expect(
    { operation, method = operation.method }: RequestPlan,
    under: OperationDescriptor,
  ): (answer: Answer) => void {
    if (operation !== under || method !== under.method) return () => undefined
    const answers = this.#answers
    const place = answers.push(undefined) - 1
    return (answer) => {
      answers[place] = answer
    }
  }

  /**
   * Returns the rule's findings or, if there are none, the new findings in all responses that the rule
   * received. If the rule has findings, the others would only be their consequences.
   */
  complete(
    context: CheckContext,
    operation: OperationDescriptor,
    findings: readonly Finding[],
  ): readonly Finding[] {
    for (const finding of findings) this.#reported.add(keyOf(finding))
    if (findings.length > 0) return findings
    const overlooked = this.#answers
      .flatMap((answer) => (answer === undefined ? [] : inspectResponse(context, operation, answer)))
      .filter((finding) => !this.#reported.has(keyOf(finding)))
    for (const finding of overlooked) this.#reported.add(keyOf(finding))
    return overlooked
  }
}

function keyOf({ operationId, clause }: Finding): string {
  return `${operationId} ${clause}`
}
