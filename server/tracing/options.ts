/** Options of tracing. */
export interface TracingOptions {
  /** Address to which spans are sent, by OTLP over HTTP, as JSON. */
  readonly url: string
  /** The share, from 0 to 1, of traces that begin here and are sent; of others their callers decide. */
  readonly share: number
  /** Called with the reason why spans could not be sent. Default: nobody is told. */
  readonly warn?: (message: string) => void
}
