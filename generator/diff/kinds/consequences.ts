/** Parties that a change breaks, each verifiable by a compiler or an exchange. */
export const CONSEQUENCES = {
  /** Callers' code for the old types does not compile with the new ones. */
  callerSource: "callers' source",
  /** A caller made from the old document gets answers that it does not allow or did not ask for. */
  callerRunTime: 'callers at run time',
  /** Handlers for the old types do not compile with the new ones. */
  serverSource: "the server's source",
  /** A server made from the new document rejects, or does not know, requests that the old one allows. */
  wire: 'the wire',
} as const

export type Consequence = keyof typeof CONSEQUENCES

/** One kind of change. */
export interface KindOfChange {
  /** Message about the changed part, which follows its name: `{was}` and `{is}` stand for the values. */
  readonly says: string
  readonly breaks: readonly Consequence[]
  /** Severity, if it differs from that of the consequences. */
  readonly severity?: 'warning' | 'info'
}
