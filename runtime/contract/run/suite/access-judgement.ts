import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { subjectOfBrokenClause } from '../../data/outcome/clause-subject.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import { type Reason, statusesOfReason } from '../../data/outcome/kinds/reason.ts'
import { answerRules } from '../../rules/answer-rules.ts'
import type { Check, CheckContext } from '../../rules/check.ts'
import type { Session } from '../../traffic/session/session.ts'
import { OTHER_KEY } from '../../traffic/target/target.ts'

/**
 * Judges the effect of rejected credentials on rules: whether these can run, and which of their findings are
 * meaningful.
 */
export class AccessJudgement {
  readonly #session: Session
  /** Findings in responses that rejected the run's own credentials. */
  readonly #ofRefusals = new WeakSet<Finding>()

  constructor(session: Session) {
    this.#session = session
  }

  /** Explains why a rule cannot test an operation with the configured credentials; `undefined` if it can. */
  obstacle(check: Check, operation: OperationDescriptor): Reason | undefined {
    const { access, keyring } = this.#session.state
    if (check.needs === 'another tenant' && keyring.other === undefined)
      return { kind: 'no other tenant', setting: OTHER_KEY }
    if (check.judgesAccess === true) return access.whyOpen({ ...keyring.main, ...keyring.headers })
    return access.isClosed(operation, keyring.mainFor(operation))
      ? (this.#whySilent(operation) ?? { kind: 'refused to the run' })
      : undefined
  }

  /** Notes a finding in a response. */
  note(finding: Finding, answer: Answer): void {
    if (this.#session.state.access.isRefusal(answer)) this.#ofRefusals.add(finding)
  }

  /**
   * Reports an operation that needs no credential according to the document, but that rejected requests
   * without one and accepted the run's credentials. Only the family of this rule reports it.
   */
  undeclared(
    { assertions }: Check,
    { context, operation }: { readonly context: CheckContext; readonly operation: OperationDescriptor },
  ): readonly Finding[] {
    if (!assertions.includes(answerRules['no-credential'])) return []
    const answer = this.#session.state.undeclared.refusalOf(operation)
    if (answer === undefined || !this.#session.state.access.hasEntered(operation)) return []
    return [
      context.finding({
        operation,
        answer,
        clause: operation.pointer,
        breaks: answerRules['no-credential'],
        fact: { kind: 'refused undeclared', status: answer.status },
        cause: { kind: 'everywhere', what: 'credentials that the document does not ask for' },
      }),
    ]
  }

  /**
   * Returns the meaningful findings. If an operation rejected all of the run's credentials, findings in its
   * undocumented rejections have no meaning.
   */
  telling(operation: OperationDescriptor, findings: readonly Finding[]): readonly Finding[] {
    // A fault in a documented error response counts, no matter which caller was rejected.
    const isTelling = ({ clause, exchange: { response } }: Finding): boolean =>
      subjectOfBrokenClause(clause).response === String(response?.status) ||
      this.#whySilent(operation) === undefined
    return findings.filter((finding) => !this.#ofRefusals.has(finding) || isTelling(finding))
  }

  /**
   * Explains why a rule compared nothing. If the operation requires a credential and rejected all requests,
   * or if all operations did so without requiring one, that is the reason.
   */
  reasonFor(operation: OperationDescriptor, reason: Reason): Reason {
    const isRefusal = statusesOfReason(reason).some((status) => mayRefuseFor(status, 'caller'))
    const shut = isRefusal ? this.#whyShutOut() : undefined
    if (shut !== undefined) return shut
    return operation.security === undefined ? reason : (this.#whySilent(operation) ?? reason)
  }

  /** Explains why a rule without findings did not pass: all responses rejected the run's credentials. */
  whyUnproved(check: Check, operation: OperationDescriptor): Reason | undefined {
    const isRefused = check.judgesAccess !== true && this.#session.wasRefusedAlone
    return isRefused ? (this.#whyShutOut() ?? this.#whySilent(operation)) : undefined
  }

  #whyShutOut(): Reason | undefined {
    const { access, keyring } = this.#session.state
    return access.whyShutOut({ ...keyring.main, ...keyring.headers })
  }

  #whySilent(operation: OperationDescriptor): Reason | undefined {
    const { access, keyring } = this.#session.state
    return access.whySilent(operation, keyring.mainFor(operation), keyring.headers)
  }
}
