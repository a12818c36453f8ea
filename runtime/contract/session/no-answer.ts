import type { Exchange } from '../exchange/exchange.ts'

/** No answer to one request: the connection broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly exchange: Exchange

  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}
