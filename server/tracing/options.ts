/** Options of tracing. */
export interface TracingOptions {
  /** Address for spans, which are sent by OTLP over HTTP, as JSON. */
  readonly url: string
  /** The share, from 0 to 1, of traces begun here that are sent; callers decide for the others. */
  readonly share: number
  /** Called with the reason if spans could not be sent. Default: ignored. */
  readonly warn?: (message: string) => void
}
