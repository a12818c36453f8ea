import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Exchange } from '../../data/exchange/exchange.ts'

interface UnansweredRequest {
  readonly operation: OperationDescriptor
  readonly exchange: Exchange
  /** An answer came, and no end of it. */
  readonly isUnending: boolean
}

/** No answer to one request, or none that ends: the connection broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /**
   * Operation that was sent, which need not be the one that a rule is about: it may only have prepared that.
   */
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
