import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'

/**
 * Operations that refuse a request without a credential, although the document does not declare their
 * security but declares that of other operations. They get the configured credentials. `security: []` means
 * that none is required, and is respected.
 */
export class Undeclared {
  /** Answers to requests without a credential, by operationId. */
  readonly #refusals = new Map<string, Answer>()

  /** The refusal that showed an undocumented requirement of the operation. */
  refusalOf({ operationId }: OperationDescriptor): Answer | undefined {
    return this.#refusals.get(operationId)
  }

  /**
   * True if an answer without a credential is a refusal that the run's credentials may resolve: they are sent
   * from now on.
   */
  note(operation: OperationDescriptor, answer: Answer): boolean {
    if (operation.security !== undefined || !mayRefuseFor(answer.status, 'caller')) return false
    this.#refusals.set(operation.operationId, answer)
    return true
  }
}
