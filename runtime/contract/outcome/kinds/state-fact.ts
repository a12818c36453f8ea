/** Data of findings about valid values, and about what requests one after the other do to one thing. */
export interface StateFacts {
  /** `others`: values beside it, without which the server does not crash. */
  'valid value crashes': {
    readonly in: 'query' | 'header' | 'cookie' | 'body'
    readonly member: string
    readonly sent: string
    readonly others: number
    readonly status: number
  }
  'write-only shown': { readonly member: string; readonly received: string }
  'replaced as new': object
  /** `received`: the members that the refusal points at. */
  'points elsewhere': { readonly member: string; readonly received: readonly string[] }
}
