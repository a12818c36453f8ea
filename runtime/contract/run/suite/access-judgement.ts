import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { subjectOf } from '../../data/outcome/clause-subject.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { answerRules } from '../../rules/answer-rules.ts'
import type { Check, CheckContext } from '../../rules/check.ts'
import type { Session } from '../../traffic/session/session.ts'
import { OTHER_KEY } from '../../traffic/target/target.ts'

/** Decides what the answers of an operation tell that may have refused the run's own credentials. */
export class AccessJudgement {
  readonly #session: Session
  /** Findings in answers that refused the run's own credentials. */
  readonly #ofRefusals = new WeakSet<Finding>()

  constructor(session: Session) {
    this.#session = session
  }

  /** The reason why the credentials of the run leave a rule nothing to send to an operation. */
  obstacle(check: Check, operation: OperationDescriptor): Reason | undefined {
    const { access, keyring } = this.#session.state
    if (check.needs === 'another tenant' && keyring.other === undefined)
      return { kind: 'no other tenant', setting: OTHER_KEY }
    if (check.judgesAccess === true) return access.whyOpen({ ...keyring.main, ...keyring.headers })
    return access.isClosed(operation, keyring.mainFor(operation))
      ? (this.#whySilent(operation) ?? { kind: 'refused to the run' })
      : undefined
  }

  /** Takes note of a finding in an answer. */
  note(finding: Finding, answer: Answer): void {
    if (this.#session.state.access.isRefusal(answer)) this.#ofRefusals.add(finding)
  }

  /** A refusal that the document does not announce, of an operation that the credential opened. */
  undeclared(context: CheckContext, operation: OperationDescriptor): readonly Finding[] {
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

  /** Findings that say something: none of what an operation answers that let nobody in. */
  telling(operation: OperationDescriptor, findings: readonly Finding[]): readonly Finding[] {
    // A fault of a documented refusal is one whoever is refused.
    const isTelling = ({ clause, exchange: { response } }: Finding): boolean =>
      subjectOf(clause).response === String(response?.status) || this.#whySilent(operation) === undefined
    return findings.filter((finding) => !this.#ofRefusals.has(finding) || isTelling(finding))
  }

  /**
   * Reason why a rule compared nothing: an operation that wants a credential and let nobody in is itself the
   * reason for whatever the rule lacked.
   */
  reasonFor(operation: OperationDescriptor, reason: Reason): Reason {
    return operation.security === undefined ? reason : (this.#whySilent(operation) ?? reason)
  }

  /**
   * Reason why a rule that found nothing did not pass either: every answer to the run refused its
   * credentials.
   */
  whyUnproved(check: Check, operation: OperationDescriptor): Reason | undefined {
    const isRefused = check.judgesAccess !== true && this.#session.wasRefusedAlone
    return isRefused ? this.#whySilent(operation) : undefined
  }

  #whySilent(operation: OperationDescriptor): Reason | undefined {
    return this.#session.state.access.whySilent(operation, this.#session.state.keyring.mainFor(operation))
  }
}
