import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'

/**
 * Operations that refuse a request without a credential, though the document says nowhere what they want,
 * while it says so of others. They get what is given. `security: []` says that nothing is wanted, and is
 * believed.
 */
export class Undeclared {
  /** Answers to requests without a credential, by operationId. */
  readonly #refusals = new Map<string, Answer>()

  /** The refusal by which the operation was seen to want what its document does not say. */
  refusalOf({ operationId }: OperationDescriptor): Answer | undefined {
    return this.#refusals.get(operationId)
  }

  /**
   * True if an answer to a request without a credential is a refusal that the credentials of the run may
   * mend: they go along from now on.
   */
  note(operation: OperationDescriptor, answer: Answer): boolean {
    if (operation.security !== undefined || !mayRefuseFor(answer.status, 'caller')) return false
    this.#refusals.set(operation.operationId, answer)
    return true
  }
}
