/** Options of tracing. */
export interface TracingOptions {
  /** URL to which spans are sent, using OTLP over HTTP with JSON encoding. */
  readonly url: string
  /** The share of traces begun here that are sent, from 0 to 1. For other traces, the caller decides. */
  readonly share: number
  /** Called with the reason if spans could not be sent. By default, the reason is ignored. */
  readonly warn?: (message: string) => void
}
