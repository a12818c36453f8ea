import { type DocumentDescriptor, isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { responseClause } from '../../data/document/clause.ts'
import { documentedResponseFor } from '../../data/document/response-key.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import { answerRules } from '../../rules/answer-rules.ts'
import type { Check, CheckContext, KnownViolation } from '../../rules/check.ts'
import { generalRule } from '../../rules/checks/checks.ts'
import { undocumentedSuccess } from '../../rules/checks/conformance/undocumented-success.ts'
import { inspectResponse } from '../../rules/response.ts'
import { TaggedAnswers } from '../../rules/shown/same-tag.ts'
import { ItemViews } from './item-views.ts'

/** A response to a request. */
interface Seen {
  readonly plan: RequestPlan
  /** Absent for a request without a response. */
  answer?: Answer
}

/**
 * If a rule has no findings of its own, compares every response that it received with the document. Some
 * responses occur in only one rule, such as the second page of a list, or a download after a special upload.
 * Findings about other operations wait until their own conformance is judged. No finding is repeated.
 */
export class AnswersSeen {
  readonly #reported = new Set<string>()
  /** Operations whose conformance has been judged. */
  readonly #judged = new Set<string>()
  /** Findings about other operations. */
  #waiting: Finding[] = []
  readonly #tagged = new TaggedAnswers()
  readonly #views: ItemViews
  readonly #comparesViews: boolean
  /** Differences between the views of an item. */
  #differences: KnownViolation[] = []
  /** True while requests are repeated only for a comparison. */
  #isExamining = false
  /** Responses in the order of the requests. */
  #answers: Seen[] = []

  /** @param comparesViews True if the user selected the rule about views of an item. */
  constructor(document: DocumentDescriptor, comparesViews: boolean) {
    this.#views = new ItemViews(document)
    this.#comparesViews = comparesViews
  }

  /**
   * Notes any exchange of the run.
   * @param writes Number of the run's writes so far.
   */
  note(plan: RequestPlan, answer: Answer, writes: number): void {
    const { operation, method = operation.method } = plan
    if (!isSafe(method)) this.#tagged.wrote(answer)
    if (this.#comparesViews && !this.#isExamining) this.#views.note(plan, answer, writes)
  }

  /**
   * Examines the differences between views of items that the last responses showed.
   * @param writes Number of the run's writes so far.
   */
  async examine(writes: number, ask: (plan: RequestPlan) => Promise<Answer>): Promise<void> {
    if (this.#isExamining) return
    this.#isExamining = true
    try {
      this.#differences.push(...(await this.#views.lasting(writes, ask)))
    } finally {
      this.#isExamining = false
    }
  }

  /** Forgets the responses that the previous rule received. */
  start(): void {
    this.#answers = []
  }

  /**
   * Reserves a position for the response to a request. @returns a function that stores the response there.
   */
  expect(plan: RequestPlan): (answer: Answer) => void {
    const { operation, method = operation.method } = plan
    if (method !== operation.method) return () => undefined
    const seen: Seen = { plan }
    this.#answers.push(seen)
    return (answer) => {
      seen.answer = answer
    }
  }

  /**
   * Returns the rule's findings or, if there are none, the new findings in all responses that the rule
   * received. If the rule has findings, the others would only be their consequences.
   */
  complete(
    context: CheckContext,
    { check, operation }: { readonly check: Check; readonly operation: OperationDescriptor },
    findings: readonly Finding[],
  ): readonly Finding[] {
    if (check === generalRule) this.#judged.add(operation.operationId)
    for (const finding of findings) this.#reported.add(keyOf(finding))
    if (findings.length > 0) return findings
    // A rule can also send requests for an operation of its own making, such as one with another path.
    const documented = new Set(context.document.operations)
    for (const { plan, answer } of this.#answers)
      if (answer !== undefined && documented.has(plan.operation))
        this.#waiting.push(
          ...inspectResponse(context, plan.operation, answer),
          ...undocumentedSuccess(context, plan, answer),
          ...this.#keptTag(context, plan, answer),
        )
    this.#waiting.push(...this.#differences.map((violation) => context.finding(violation)))
    this.#differences = []
    const isDue = ({ operationId }: Finding): boolean =>
      operationId === operation.operationId || this.#judged.has(operationId)
    const overlooked: Finding[] = []
    for (const finding of this.#waiting.filter(isDue)) {
      if (!this.#reported.has(keyOf(finding))) overlooked.push(finding)
      this.#reported.add(keyOf(finding))
    }
    this.#waiting = this.#waiting.filter((finding) => !isDue(finding))
    return overlooked
  }

  #keptTag(context: CheckContext, { operation }: RequestPlan, answer: Answer): readonly Finding[] {
    const kept = this.#tagged.note(answer)
    const { key } = documentedResponseFor(operation, answer.status) ?? {}
    if (kept === undefined || key === undefined) return []
    return [
      context.finding({
        ...{ operation, answer, beside: [kept.earlier], breaks: answerRules['standard-header'] },
        clause: pointerBelow(responseClause(operation, key), 'headers', 'ETag'),
        fact: { kind: 'header broken', ...kept.fault },
      }),
    ]
  }
}

function keyOf({ operationId, clause }: Finding): string {
  return `${operationId} ${clause}`
}
