import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'

/**
 * Operations that reject a request without a credential, although the document declares security only for
 * other operations. They get the configured credentials. `security: []` means that no credential is required,
 * and is respected.
 */
export class Undeclared {
  /** Responses to requests without a credential, by operationId. */
  readonly #refusals = new Map<string, Answer>()

  /** Returns the rejection that showed an operation's undocumented requirement. */
  refusalOf({ operationId }: OperationDescriptor): Answer | undefined {
    return this.#refusals.get(operationId)
  }

  /**
   * True if the response to a request without a credential is a rejection that the run's credentials may
   * resolve. From then on they are sent.
   */
  note(operation: OperationDescriptor, answer: Answer): boolean {
    if (operation.security !== undefined || !mayRefuseFor(answer.status, 'caller')) return false
    this.#refusals.set(operation.operationId, answer)
    return true
  }
}
