/** Parties that a change breaks. Each is a fact that a compiler or an exchange shows. */
export const CONSEQUENCES = {
  /** Code that callers wrote against the old types does not compile with the new ones. */
  callerSource: "callers' source",
  /**
   * A caller made from the old document gets answers which that document does not
   * allow, or which it did not ask for.
   */
  callerRunTime: 'callers at run time',
  /** Handlers written against the old types do not compile with the new ones. */
  serverSource: "the server's source",
  /** A server made from the new document refuses requests which the old one allows, or does not have them. */
  wire: 'the wire',
} as const

export type Consequence = keyof typeof CONSEQUENCES

/** One kind of change. */
export interface Kind {
  /** Message about the changed part, which follows its name: `{was}` and `{is}` stand for the values. */
  readonly says: string
  readonly breaks: readonly Consequence[]
  /** Severity, if it differs from that of the consequences. */
  readonly severity?: 'warning' | 'info'
}
