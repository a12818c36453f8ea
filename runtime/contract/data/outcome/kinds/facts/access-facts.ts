/** Data of findings about access, responses and their form. */
export interface AccessFacts {
  /** `isExact` is true if only this status is right, because the document has it. */
  'let in': { readonly wanted: '401' | '403'; readonly isExact: boolean; readonly probe: string }
  'no challenge': object
  'reader kept out': object
  /** `by` is the operation that accepts the credential. */
  'issued credential refused': { readonly by: string }
  'refused with scopes': { readonly probe: string }
  /**
   * Default of `wanted`: 403 and 404. `mayBeBelow` is true if an item below the parent in the path is right
   * too.
   */
  "others' item": {
    readonly probe: string
    readonly wanted?: readonly string[]
    readonly mayBeBelow?: true
  }
  "others' item told apart": { readonly status: number; readonly documented: string }
  "others' item listed": { readonly id: string }
  /** `by` is the operation that returns 404 for the item. */
  'hidden item listed': { readonly id: string; readonly by: string }
  'cached for all': { readonly status: number; readonly received: string }
  'vary lacks': { readonly header: string; readonly received: string }
  'unneeded credential matters': { readonly status: number }
  'refused undeclared': { readonly status: number }
  'HEAD differs': {
    readonly status: number
    readonly mediaType: string
    readonly getStatus: number
    readonly getType: string
  }
  'method answered': { readonly method: string }
  'unknown path answered': { readonly path: string }
  'no Allow': { readonly methods: readonly string[] }
  'wrong Allow': { readonly methods: readonly string[]; readonly received: string }
  'no answer': { readonly isEndless: boolean; readonly received: string }
  crash: object
  'not as documented': { readonly of: 'valid' | 'invalid' }
  /**
   * `wanted` contains keys of `responses`; it is empty if the document does not restrict client errors.
   * `isUndocumented` is true if the status is an undocumented client error. `what` describes the wrong
   * request. `isOfMember` is true if one property of its body is wrong.
   */
  'not refused': {
    readonly wanted: readonly string[]
    readonly isUndocumented?: boolean
    readonly what: string
    readonly isOfMember: boolean
  }
  'other status told': { readonly member: string; readonly status: number; readonly received: string }
  'internals shown': { readonly received: string }
  'header missing': { readonly header: string }
  /** `item` is the text of the broken item, if the header contains a list. */
  'header broken': {
    readonly header: string
    readonly must: string
    readonly received: string
    readonly item?: string
  }
  'content where none is': { readonly status: number; readonly received: string }
  'other media type': { readonly mediaTypes: readonly string[]; readonly received: string }
  'body unreadable': { readonly mediaType: string; readonly received: string }
  'unnamed member': { readonly member: string; readonly received: string }
}
