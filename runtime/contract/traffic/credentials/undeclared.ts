import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'

/**
 * Operations that reject a request without a credential, although the document declares security only for
 * other operations. They get the configured credentials. An operation with `security: []` gets none, because
 * the document says that it requires none.
 */
export class UndeclaredSecurity {
  /** Rejections of requests without a credential, keyed by operationId. */
  readonly #refusals = new Map<string, Answer>()

  /** Returns the rejection that showed an operation's undocumented requirement. */
  refusalOf({ operationId }: OperationDescriptor): Answer | undefined {
    return this.#refusals.get(operationId)
  }

  /**
   * True if the response to a request without a credential is an error that the run's credentials might
   * resolve. From then on, the credentials are sent.
   */
  note(operation: OperationDescriptor, answer: Answer): boolean {
    if (operation.security !== undefined || !mayRefuseFor(answer.status, 'caller')) return false
    this.#refusals.set(operation.operationId, answer)
    return true
  }
}
