/** Oddity of a request that the server is allowed to reject, but that must not cause a server error. */
export type Oddity =
  | 'odd characters'
  | 'U+0000'
  | 'signs'
  | 'beyond 64 bits'
  | 'nested deeply'
  | 'crossed range'
  | 'no boundary'
  | 'no parts'
  | 'cut part'
  | 'broken escapes'
  | 'malformed'

/** Data of findings about names, conditions and wrong requests. */
export interface RequestFacts {
  /** `wanted` contains keys of `responses`; it is empty if any client error is expected. */
  'unknown name': {
    readonly wanted: readonly string[]
    readonly probe: string
    readonly parameter: string
    readonly value: string
    /** Id of an existing item that the query contains. */
    readonly inQuery?: string | undefined
  }
  /** `wanted` contains keys of `responses`. */
  'unknown name refused otherwise': { readonly wanted: readonly string[]; readonly probe: string }
  'below another parent': { readonly is: 'read' | 'listed' | 'written' | 'below'; readonly by: string }
  'offer refused': { readonly wanted: readonly string[]; readonly offer: string }
  'offered media type': { readonly mediaType: string; readonly offer: string; readonly received: string }
  /** `parameter` is the name of the odd path parameter. */
  'odd value crashes': {
    readonly odd: Oddity
    readonly in: 'path' | 'query' | 'header' | 'body' | 'form'
    readonly parameter?: string | undefined
  }
  'condition ignored': { readonly tag: 'another' | 'an old one' | 'a weak one' }
  'condition forbade it': { readonly operation: string; readonly status: number }
  'own tag refused': { readonly value: string }
  'tag kept': { readonly value: string }
  'tag answered otherwise': {
    readonly operation: string
    readonly value: string
    readonly received: string
  }
  'called unchanged': { readonly by: string }
  /** `by` is the operation that returns the list, and `operation` the one that changed its items. */
  'list tag kept': { readonly by: string; readonly operation: string; readonly value: string }
  'list called unchanged': { readonly by: string; readonly operation: string }
  'not modified ignored': { readonly value: string }
  'modified ignored': object
  /** `isChanged` is true if the item was changed after the time in the request. */
  'modified since': { readonly value: string; readonly isChanged: boolean }
  'present, yet put': object
  'created twice with a key': { readonly header: string; readonly id: string; readonly received: string }
  'key of another body': { readonly header: string; readonly id: string }
  'key of another tenant': { readonly header: string; readonly id: string }
  'address leads astray': { readonly header: string; readonly address: string; readonly received: string }
  'Location leads astray': { readonly id: string; readonly received: string }
  'refused, yet created': { readonly by: string; readonly received: string }
  'refused, yet changed': { readonly before: string; readonly received: string }
  /**
   * `member` is the body property without which the request succeeds. `without` lists the optional properties
   * that were omitted.
   */
  'unexpected status': {
    readonly wanted: readonly string[]
    readonly isLoose: boolean
    readonly member?: string | undefined
    readonly without?: readonly string[] | undefined
  }
  'undocumented status': { readonly documented: readonly string[] }
  'excluded body taken': { readonly status: number; readonly what: string }
  'slash matters': {
    readonly path: string
    readonly otherPath: string
    readonly getStatus: number
    readonly getType: string
    readonly status: number
    readonly mediaType: string
  }
  /** `at` is "the body", a pointer into the body, or an item in a stream: "item 0/name". */
  'schema broken': { readonly at: string; readonly must: string; readonly received: string }
  'items unreadable': { readonly mediaType: string; readonly what: string; readonly received: string }
  'open object changed': {
    readonly member: string
    readonly wanted: 'sent' | 'answered' | 'merged' | 'merged or replaced' | 'without null'
    readonly operation: string
    readonly sent: string
    readonly received: string
  }
}
