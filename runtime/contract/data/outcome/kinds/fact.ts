/** Data of a fact is plain: sent and received values are excerpts of their JSON texts. */
type FactValue = string | number | boolean | readonly string[] | undefined

/** Oddity of a request that may be refused, but must not cause a server error. */
export type Oddity =
  | 'odd characters'
  | 'U+0000'
  | 'beyond 64 bits'
  | 'crossed range'
  | 'no boundary'
  | 'no parts'
  | 'cut part'
  | 'broken escapes'

/**
 * Data of each kind of finding. `by`, `operation` and `first` are operationIds; words name them by method
 * and path. `member` is a path such as "owner.name".
 */
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
    /** Extent of the change: one request, or the whole series of changes. */
    readonly after: 'one' | 'all'
    readonly received: string
  }
  /** `steps`: the operations of a JSON Patch. */
  'patched otherwise': {
    readonly member: string
    readonly steps: string
    readonly sent: string
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

  // `most`: maximum number of new items in the list.
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
    /** Absent: the list itself lacks it. */
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
  /** `what` describes the wrong request. `isOfMember`: one member of its body is wrong. */
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

  // Lists. `ids` are the wanted ones, or the wrong ones.
  'twice in pages': { readonly ids: readonly string[]; readonly query?: string }
  'missing in pages': { readonly ids: readonly string[]; readonly query?: string }
  'link leads nowhere': { readonly to: 'next' | 'previous'; readonly received: string }
  'wrong count': {
    readonly items: number
    readonly of: 'list' | 'filter'
    readonly received: string
  }
  'next of the last': { readonly received: string }
  'no way on': { readonly problem: string }
  'previous of the first': { readonly received: string }
  'no previous': { readonly received: string }
  'another page before': { readonly ids: readonly string[]; readonly received: string }
  'order turns': { readonly received: string }
  'other default': {
    readonly parameter: string
    readonly value: string
    readonly ids: string
    readonly received: string
  }
  'link to another host': { readonly host: string; readonly received: string }
  'more than the limit': { readonly limit: string; readonly size: number; readonly items: number }
  'not the first items': {
    readonly limit: string
    readonly size: number
    readonly ids: string
    readonly received: string
  }
  'offset ignored': { readonly offset: string; readonly ids: string; readonly received: string }
  'filter shows others': { readonly parameter: string; readonly value: string; readonly received: string }
  'filter misses': {
    readonly parameter: string
    readonly value: string
    readonly ids: readonly string[]
    readonly received: string
  }
  'filtered after the cut': {
    readonly query: string
    readonly ids: readonly string[]
    readonly received: string
  }
  'filter ignored': { readonly parameter: string; readonly value: string; readonly items: number }
  'outside of the bound': {
    readonly member: string
    readonly end: 'at least' | 'at most' | 'more than' | 'less than'
    readonly bound: string
    readonly received: string
  }
  /** `query`: several filters at once. */
  'shows what one filter hides': {
    readonly query: string
    readonly parameter: string
    readonly received: string
  }
  'bound misses': { readonly query: string; readonly ids: readonly string[]; readonly received: string }
  'wrong order': {
    readonly member: string
    readonly direction?: string | undefined
    readonly query: string
    readonly received: string
  }

  // Files. `sent` and `received` are their lengths, and some bytes from the first difference on.
  'other bytes': {
    readonly operation: string
    readonly isSecond: boolean
    readonly sent: string
    readonly received: string
  }
  'other file type': { readonly wanted: string; readonly received: string }
  'file described otherwise': { readonly name: string; readonly wanted: string; readonly received: string }
  /** `what`: a row, the table, or a member. */
  'written otherwise': {
    readonly mediaType: string
    readonly what: string
    readonly sent: string
    readonly received: string
  }
  'other range': { readonly range: string; readonly wanted: string; readonly received: string }

  'other language': { readonly asked: string; readonly wanted: string; readonly received: string }
  'language refused': { readonly language: string }
  /** `wanted`: that the member is absent, or is the same as without the query. */
  'other members': {
    readonly member: string
    readonly query: string
    readonly wanted: 'absent' | 'same'
    readonly sent: string
    readonly received: string
  }
  'bulk answered otherwise': { readonly wanted: string; readonly received: string }

  // Names and offers.
  'unknown name': {
    readonly wanted: string
    readonly probe: string
    readonly parameter: string
    readonly value: string
  }
  'unknown name refused otherwise': { readonly wanted: string; readonly probe: string }
  'below another parent': { readonly is: 'read' | 'listed' | 'written'; readonly by: string }
  'offer refused': { readonly wanted: string; readonly offer: string }
  'offered media type': { readonly mediaType: string; readonly offer: string; readonly received: string }
  /** `parameter`: name of the odd path parameter. */
  'odd value crashes': {
    readonly odd: Oddity
    readonly in: 'path' | 'query' | 'body' | 'form'
    readonly parameter?: string | undefined
  }

  // Conditions and keys.
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
  'not modified ignored': { readonly value: string }
  'modified ignored': object
  'created twice with a key': { readonly header: string; readonly id: string; readonly received: string }
  'key of another body': { readonly header: string; readonly id: string }
  'key of another tenant': { readonly header: string; readonly id: string }
  'Location leads astray': { readonly id: string; readonly received: string }

  // Valid values, and the effects of requests on one another.
  /** `others`: values beside it without which the server does not crash. */
  'valid value crashes': {
    readonly in: 'query' | 'header' | 'cookie' | 'body'
    readonly member: string
    readonly sent: string
    readonly others: number
    readonly status: number
  }
  'write-only shown': { readonly member: string; readonly received: string }
  'replaced as new': object
  /** `before`: the number before `operation`; `by`: the list that is counted. */
  'count differs': {
    readonly member: string
    readonly operation: string
    readonly by: string
    readonly before: number
    readonly wanted: number
    readonly received: string
  }
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
  /** `header`: identifies two requests as the same. */
  'key keeps refusal': { readonly header: string; readonly status: number }
  /** `name`: the operation whose item is or was the credential. */
  'credential outlives': { readonly operation: string; readonly by: string }
  'link forgets query': { readonly query: string; readonly received: string }
  /** `plain`: the status for an item with other texts. */
  'text matters': { readonly members: readonly string[]; readonly plain: number }
  // Relations between numbers, and between items.
  /** `relation`: of the member to others; `held`: number of different items with that relation. */
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
    readonly wanted: string
    readonly received: string
  }
  /** `by`: the member that refers; `creator`: the operation that creates such items. */
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
  /** `steps`: number of levels between the item and the one that was made its ancestor. */
  'below itself': { readonly member: string; readonly steps: number }
  'taken twice': {
    readonly member: string
    readonly value: string
    readonly how: 'case' | 'change' | 'together'
  }
  /** `sent`: the value from a read, which was sent back in a change. */
  'sent back, changed': { readonly member: string; readonly sent: string; readonly received: string }
  'time kept': { readonly member: string; readonly members: readonly string[]; readonly received: string }
  /** `received`: the members that the refusal names. */
  'points elsewhere': { readonly member: string; readonly received: readonly string[] }

  // Traces of refusals, and everything undocumented.
  'refused, yet created': { readonly by: string; readonly received: string }
  'refused, yet changed': { readonly before: string; readonly received: string }
  /** `member`: a body without it succeeds. `without`: optional members that were left out. */
  'unexpected status': {
    readonly wanted: string
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
  /** `at` is "the body", a pointer into it, or an item of a stream: "item 0/name". */
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

export type FactKind = keyof FactData

/** A fault as data. Grouping compares kinds and data; only fact-words.ts has words for them. */
export type Fact<Kind extends FactKind = FactKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & FactData[Each]
}[Kind]

/** Data of facts that are operationIds. */
const OPERATIONS = ['by', 'operation', 'first', 'change', 'list', 'creator']

/** A fact with other names for its operations. */
export function withOperations<Kind extends FactKind>(
  fact: Fact<Kind>,
  nameOf: (operationId: string) => string,
): Fact<Kind> {
  const members: readonly [string, FactValue][] = Object.entries(fact)
  const named = members.flatMap(([name, value]) =>
    OPERATIONS.includes(name) && typeof value === 'string' ? [[name, nameOf(value)] as const] : [],
  )
  return { ...fact, ...Object.fromEntries(named) }
}

/** Data of a fact without its kind; empty if a rule has its own sentences. */
export type FactDetails = Readonly<Record<string, FactValue>>

/** The same data with each text changed. */
export function withTexts(data: FactDetails, change: (text: string) => string): FactDetails {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (typeof value === 'string') return [name, change(value)]
      return [name, typeof value === 'object' ? value.map(change) : value]
    }),
  )
}
