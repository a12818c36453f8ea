/** Possible consequences of a change. Each can be verified with a compiler or an exchange. */
export const CONSEQUENCES = {
  /** Callers' code that was written for the old types does not compile with the new ones. */
  callerSource: "callers' source",
  /** A client generated from the old document gets responses that it does not allow or did not request. */
  callerRunTime: 'callers at run time',
  /** Handlers that were written for the old types do not compile with the new ones. */
  serverSource: "the server's source",
  /**
   * A server generated from the new document rejects requests that the old document allows, or does not
   * support them.
   */
  wire: 'the wire',
} as const

export type Consequence = keyof typeof CONSEQUENCES

/** One kind of change. */
export interface KindOfChange {
  /**
   * Message that follows the name of the changed part. In it, `{was}` and `{is}` are replaced with the
   * values.
   */
  readonly says: string
  readonly breaks: readonly Consequence[]
  /** Severity, if it differs from the severity of the consequences. */
  readonly severity?: 'warning' | 'info'
}
