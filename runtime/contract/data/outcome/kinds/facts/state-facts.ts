/** Data for findings about valid values, and about the effects of several requests on one item. */
export interface StateFacts {
  /** `others` is the number of other values that must be sent too for the server to crash. */
  /** `sent` is absent if the value was omitted. */
  'valid value crashes': {
    readonly in: 'query' | 'header' | 'cookie' | 'body'
    readonly member: string
    readonly sent?: string
    readonly others: number
    readonly status: number
  }
  'text for nothing': { readonly member: string; readonly received: string }
  /** `state` is the property that contains the state, and `is` its value. */
  'state without time': { readonly member: string; readonly state: string; readonly is: string }
  'undocumented secret': { readonly member: string }
  'write-only shown': { readonly member: string; readonly received: string }
  'replaced as new': object
  /** `before` is the count before `operation`; `by` is the operation that returns the counted list. */
  'count differs': {
    readonly member: string
    readonly operation: string
    readonly by: string
    readonly before: number
    readonly wanted: number
    readonly received: string
    /** The summed property, if the number is not a count. */
    readonly summed?: string
  }
  /** `change` should take back what `operation` did. */
  'not undone': {
    readonly member: string
    readonly operation: string
    readonly change: string
    readonly before: string
    readonly received: string
  }
  /** `part` is what `operation` took, according to `by`; the numbers count it before and afterwards. */
  'not given back': {
    readonly by: string
    readonly operation: string
    readonly part: string
    readonly before: number
    readonly received: number
  }
  /** `before`: the number before the removed item was created. */
  'sum keeps': {
    readonly by: string
    readonly part: string
    readonly before: number
    readonly received: string
  }
  /** `own`: the parent in the path of the list; `theirs`: the parent below which the item was created. */
  'lists from elsewhere': { readonly own: string; readonly theirs: string; readonly id: string }
  'assigned twice': { readonly member: string; readonly value: string; readonly ids: readonly string[] }
  'done twice': { readonly operation: string }
  'outlives parent': { readonly by: string; readonly operation: string }
  'changed with parent': { readonly by: string; readonly operation: string; readonly received: string }
  'part gone': { readonly by: string; readonly operation: string }
  'parent gone': { readonly by: string; readonly operation: string }
  'gone with another parent': { readonly by: string; readonly operation: string }
  'job not found': { readonly location: string; readonly status: number }
  'progress falls': { readonly member: string; readonly before: string; readonly received: string }
  'set time lost': { readonly member: string; readonly before: string; readonly received: string }
  'result not found': { readonly member: string; readonly location: string; readonly status: number }
  'not restored': { readonly by: string; readonly operation: string; readonly status?: number }
  'restored otherwise': {
    readonly member: string
    readonly operation: string
    readonly before: string
    readonly received: string
  }
  'still in the trash': { readonly by: string; readonly operation: string }
  'current version refused': { readonly member: string; readonly value: string }
  'old version taken': { readonly member: string; readonly value: string }
  'version falls': { readonly member: string; readonly before: string; readonly received: string }
  'set differs': {
    readonly operation: string
    readonly by: string
    readonly ids: readonly string[]
    readonly received: string
  }
  /** `header` is the header that marks two requests as repetitions of one request. */
  'key keeps refusal': { readonly header: string; readonly status: number }
  /** `operation` is the operation whose item is or was the credential. */
  'credential outlives': { readonly operation: string; readonly by: string }
  'link forgets query': { readonly query: string; readonly received: string }
  /** `plain` is the status for an item with other strings in these properties. */
  'text matters': { readonly members: readonly string[]; readonly plain: number }
  /**
   * `relation` is the property's relation to other properties; `held` is the number of different items for
   * which it holds.
   */
  'relation broken': {
    readonly member: string
    readonly relation: string
    readonly held: number
    readonly wanted: string
    readonly received: string
  }
  'computed otherwise': {
    readonly member: string
    readonly members: readonly string[]
    /** True if the change reverses an earlier one. */
    readonly isReversed?: true
    readonly wanted: string
    readonly received: string
  }
  /**
   * `by` is the property that contains the reference; `creator` is the operation that creates the referring
   * items.
   */
  'referring counted wrong': {
    readonly member: string
    readonly operation: string
    readonly by: string
    readonly creator: string
    readonly wanted: number
    readonly received: string
  }
  'referring half gone': {
    readonly operation: string
    readonly by: string
    readonly list: string
    readonly isListed: boolean
  }
  /** `steps` is the number of levels between the item and the item that was made its ancestor. */
  'below itself': { readonly member: string; readonly steps: number }
  'taken twice': {
    readonly member: string
    readonly value: string
    readonly how: 'case' | 'change' | 'create' | 'together'
  }
  /** `operation` is the create that rejects the values together. */
  'combination taken': { readonly operation: string; readonly values: string }
  /** `wanted` contains keys of `responses`. */
  'taken told otherwise': { readonly member: string; readonly wanted: readonly string[] }
  /** `sent` is a value that was read and then sent back in a change. */
  'sent back, changed': { readonly member: string; readonly sent: string; readonly received: string }
  'own values taken': object
  'shown, not found': object
  'created at another time': { readonly member: string; readonly received: string; readonly now: string }
  'time kept': { readonly member: string; readonly members: readonly string[]; readonly received: string }
  /** `received` lists the properties that the error response names. */
  'points elsewhere': { readonly member: string; readonly received: readonly string[] }
}
