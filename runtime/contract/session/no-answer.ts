import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Exchange } from '../exchange/exchange.ts'

/** No answer to one request: the connection broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** What was asked, which need not be what a rule is about: it may only have prepared that. */
  readonly operation: OperationDescriptor
  readonly exchange: Exchange

  constructor(
    message: string,
    { operation, exchange }: { readonly operation: OperationDescriptor; readonly exchange: Exchange },
  ) {
    super(message)
    this.operation = operation
    this.exchange = exchange
  }
}
