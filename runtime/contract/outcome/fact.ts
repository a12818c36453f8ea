/** Data of a fact is plain: values that were sent and received are excerpts of their JSON texts. */
export type FactValue = string | number | boolean | readonly string[] | undefined

/** Data of each kind of finding. `by`, `operation` and `first` are operationIds, `member` is a path such as "owner.name". */
interface FactData {
  // Values.
  'member lost': {
    readonly member: string
    readonly where: 'in the answer' | 'when read again' | 'in the list'
    readonly sent: string
    readonly received: string
  }
  'member crashes': {
    readonly member: string
    readonly sent: string
    readonly others: number
    readonly status: number
  }
  'edge refused': { readonly member: string; readonly sent: string; readonly bound: string }
  'default not taken': { readonly member: string; readonly value: string; readonly received: string }
  'default not assumed': { readonly query: string }
  'read-only taken': { readonly member: string; readonly sent: string; readonly received: string }
  'read-only crashes': { readonly members: readonly string[]; readonly status: number }
  'views differ': {
    readonly member: string
    readonly first: string
    readonly by: string
    readonly sent: string
    readonly received: string
  }
  'another item answered': { readonly member: string; readonly sent: string; readonly received: string }

  // Changes.
  'change crashes': { readonly members: readonly string[]; readonly status: number }
  'member changed beside': {
    readonly member: string
    readonly before: string
    readonly members: readonly string[]
    /** Of one request, or of the whole run of changes. */
    readonly after: 'one' | 'all'
    readonly received: string
  }
  'kept by replacement': { readonly member: string; readonly received: string }
  'not idempotent': { readonly members: readonly string[]; readonly status?: number }
  'effect not shown': {
    readonly member: string
    readonly sent: string
    readonly where: 'in the answer' | 'when read'
    readonly operation: string
    readonly received: string
  }
  'effect answered otherwise': {
    readonly member: string
    readonly operation: string
    readonly sent: string
    readonly received: string
  }
  'effect on others': { readonly member: string; readonly before: string; readonly received: string }
  'sibling changed': {
    readonly member: string
    readonly id: string
    readonly before: string
    readonly operation: string
    readonly received: string
  }
  'identity changed': {
    readonly member: string
    readonly before: string
    readonly operation: string
    readonly received: string
  }
  'parent changed': {
    readonly member: string
    readonly before: string
    readonly operation: string
    readonly received: string
  }

  // Items.
  /** `most`: how many new items the list may have. */
  'others appeared': {
    readonly by: string
    readonly operation: string
    readonly most: 'none beside' | 'one'
    readonly ids: readonly string[]
  }
  'others gone': { readonly by: string; readonly operation: string; readonly ids: readonly string[] }
  'not found': {
    readonly operation: string
    readonly where: 'when read again' | 'in the list'
    readonly by: string
    /** Absent: a list without it. */
    readonly status?: number
  }
  'still there': { readonly by: string; readonly operation: string; readonly status: number }
  'still listed': { readonly by: string; readonly operation: string }
  'deleted again crashes': { readonly status: number }
  'brought back': {
    readonly change: string
    readonly operation: string
    readonly status: number
    readonly isGone: boolean
  }
  'created nothing': { readonly id: string }

  // Access.
  'let in': { readonly wanted: string; readonly probe: string }
  'no challenge': object
  'reader kept out': object
  'refused with scopes': { readonly probe: string }
  "others' item": { readonly probe: string }
  "others' item listed": { readonly id: string }
  'refused undeclared': { readonly status: number }

  // Protocol.
  'HEAD differs': {
    readonly status: number
    readonly mediaType: string
    readonly getStatus: number
    readonly getType: string
  }
  'method answered': { readonly method: string }
  'no Allow': { readonly methods: readonly string[] }
  'wrong Allow': { readonly methods: readonly string[]; readonly received: string }
  'no answer': { readonly isEndless: boolean; readonly received: string }
  crash: object
  'not as documented': { readonly of: 'valid' | 'invalid' }
  /** `what` says the wrong request. `isOfMember`: one member of its body is wrong. */
  'not refused': {
    readonly wanted: string
    readonly what: string
    readonly isOfMember: boolean
  }
  'header missing': { readonly header: string }
  'header broken': { readonly header: string; readonly must: string; readonly received: string }
  'content where none is': { readonly status: number; readonly received: string }
  'other media type': { readonly mediaTypes: readonly string[]; readonly received: string }
  'body unreadable': { readonly mediaType: string; readonly received: string }
  'unnamed member': { readonly member: string; readonly received: string }
}

export type FactKind = keyof FactData

/** What is wrong, as data: who groups findings compares kinds and data. Words for it are in fact-words.ts alone. */
export type Fact<Kind extends FactKind = FactKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & FactData[Each]
}[Kind]

/** Data of a fact without its kind; empty for sentences of a rule's own. */
export type FactDetails = Readonly<Record<string, FactValue>>
