import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Exchange } from '../../data/exchange/exchange.ts'

interface UnansweredRequest {
  readonly operation: OperationDescriptor
  readonly exchange: Exchange
  /** True if a response began but did not end. */
  readonly isUnending: boolean
}

/**
 * Thrown if a request got no complete response because the connection broke, or because the time limit was
 * reached.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** The operation of the request, which may only prepare for the operation that a rule tests. */
  readonly operation: OperationDescriptor
  readonly exchange: Exchange
  readonly isUnending: boolean

  constructor(message: string, { operation, exchange, isUnending }: UnansweredRequest) {
    super(message)
    this.isUnending = isUnending
    this.operation = operation
    this.exchange = exchange
  }
}
