/** Options of tracing. */
export interface TracingOptions {
  /** URL to which spans are sent, using OTLP over HTTP with JSON encoding. */
  readonly url: string
  /**
   * The fraction, from 0 to 1, of the traces begun in this process that are sent. For other traces, the
   * caller decides.
   */
  readonly share: number
  /** Called with the reason if spans could not be sent. By default, the reason is ignored. */
  readonly warn?: (message: string) => void
}
