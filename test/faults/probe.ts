/** A request, and what a probe wants to know of its answer. */
export interface Sent {
  readonly key?: string
  readonly json?: unknown
  /** Another body than JSON. */
  readonly body?: string | FormData
  readonly headers?: Readonly<Record<string, string>>
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, or undefined. */
  // biome-ignore lint/suspicious/noExplicitAny: probes read whatever a service answers
  readonly json: any
}

export type Call = (request: string, sent?: Sent) => Promise<Received>

/** Shows by requests that a service has a fault: what it observes there, and on the correct service. */
export interface Probe {
  readonly observe: (call: Call) => Promise<unknown>
  readonly correct: unknown
  readonly faulty: unknown
}
