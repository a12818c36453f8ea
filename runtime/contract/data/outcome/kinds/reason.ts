import type { Danger } from './danger.ts'

/**
 * A value of a path parameter that a person can give: under `name` in the configuration, or in a variable.
 */
export interface GivenPathValue {
  readonly name: string
  readonly setting: string
}

/**
 * Data of each kind of reason. `operation`, `other` and `after` are operationIds, `words` is an excerpt of an
 * answer.
 */
interface ReasonData {
  // The run itself.
  /**
   * A sentence of somebody else: a rule or a function of the configuration. `setting` would let the check
   * run.
   */
  said: { readonly words: string; readonly setting?: string }
  ended: { readonly why: string }
  'requests used': { readonly most: number }
  'left out': object
  'not requested': object
  'budget used': { readonly whole: number }
  /** Code that is not ours did not come back. `why` goes on from `what`: "did not end within 10 s". */
  'never came back': { readonly what: string; readonly why: string }
  'worker lost': { readonly why: string; readonly cause: 'memory' | 'loop' }
  'rule given up': { readonly rule: string; readonly why: string; readonly operations: number }
  /** None of the requests, or of the answers that began, came to an end in time. */
  'too slow': { readonly operation: string; readonly of: 'requests' | 'answers'; readonly count: number }
  'circular need': { readonly needed: string; readonly by: string }

  // Access.
  'no other tenant': { readonly setting: string }
  'other tenant refused': { readonly setting: string }
  'perhaps open': { readonly setting: '--key' }
  'header wanted': { readonly status: number; readonly isGiven: boolean; readonly setting: '--header' }
  'credential missing': {
    readonly schemes: readonly string[]
    readonly variables: readonly string[]
    readonly setting?: string | undefined
  }
  'credential refused': { readonly schemes: readonly string[] }
  'credential too weak': { readonly schemes: readonly string[] }
  'refused to the run': object
  'no chosen scopes': { readonly setting: string }
  'no scopes asked for': object
  'refused anyhow': { readonly operation: string; readonly status: number }

  // Permission.
  'left alone': {
    readonly operation: string
    readonly danger: Danger
    readonly setting: '--allow' | '--disposable'
    readonly isBreakable: boolean
  }
  'would delete': {
    readonly method: string
    readonly path: string
    readonly operation: string
    readonly setting?: '--allow'
  }
  'would change': {
    readonly method: string
    readonly path: string
    /** The template that names the item that would change; absent: the whole path names it. */
    readonly template?: string
    readonly setting: '--change-existing'
  }
  'reads only': { readonly method: string }
  'method untried': { readonly setting?: '--disposable' }

  // Items, and what requests are made of.
  /** The first removal failed: more would stay. */
  'not removable': { readonly resource: string; readonly operation: string; readonly status: number }
  'nothing creates': { readonly resource: string }
  'nothing shows': { readonly resource: string }
  'no resource': { readonly operation: string }
  'no identifier': { readonly operation: string }
  'no such member': { readonly resource: string; readonly member: string }
  'none listed': {
    readonly because: Reason
    readonly operation: string
    readonly shows: 'no list' | 'nothing' | 'nothing named'
  }
  'none handed over': {
    readonly because: Reason
    readonly item: string
    readonly used: number
    readonly absent: number
    readonly setting: string
  }
  'no item': { readonly because: Reason; readonly given: GivenPathValue }
  'no path value': { readonly operation: string; readonly parameter: string; readonly given: GivenPathValue }
  /** Absent `given`: only an example in the document would help. */
  'no value taken': { readonly parameter: string; readonly given?: GivenPathValue }
  'nothing to refer to': { readonly member: string; readonly resource: string; readonly because: Reason }
  'misnamed item': { readonly text: string; readonly parameter: string; readonly issue: string }
  'no request': { readonly operation: string }
  unsendable: { readonly why: string }
  /** `needsExample`: the document could show a value. */
  unmakeable: { readonly why: string; readonly needsExample?: true }
  'no JSON body': { readonly operation: string }

  // Answers.
  answered: {
    readonly operation: string
    readonly status: number
    readonly words?: string
    readonly lacks?: readonly Reason[]
  }
  'answered after': { readonly operation: string; readonly status: number; readonly after: string }
  'answered so anyway': { readonly operation: string; readonly status: number; readonly words: string }
  'no success documented': { readonly operation: string; readonly status: number }
  'state may refuse': { readonly operation: string; readonly status: number; readonly words: string }
  'guesses refused': { readonly operation: string; readonly status: number; readonly words: string }
  'data may refuse': { readonly operation: string; readonly status: number; readonly words: string }
  'given value absent': { readonly operation: string; readonly status: number; readonly value: string }
  'made up or shown': { readonly operation: string; readonly status: number }
  'made up': { readonly operation: string; readonly status: number }
  'member names nothing': { readonly operation: string; readonly status: number; readonly member: string }
  'not done yet': { readonly operation: string }
  'no HEAD': { readonly status: number }
  'fields refused': { readonly operation: string; readonly members: readonly string[] }
  'creates no more': { readonly items: number; readonly operation: string; readonly status: number }
  'not JSON': { readonly operation: string }
  'not a list': { readonly operation: string }
  'another item': { readonly operation: string }
  'another kind': { readonly operation: string }
  'does not show its item': { readonly operation: string }
  'does not show the item': { readonly operation: string }
  'not readable alone': object
  'no member names it': { readonly resource: string }
  'too many pages': { readonly operation: string }
  'always more': { readonly operation: string }
  'too few items': { readonly operation: string; readonly items: 0 | 1 }

  // Nothing to compare.
  /** No answer had what the rule looks at. */
  'nothing compared': object
  /** Two operations show no member of an item that stands for the same thing in both. */
  'nothing shown by both': { readonly operation: string; readonly other: string }
  /** A creation answered an item of before. */
  'found again': { readonly operation: string }
  /** No member that was sent is shown. */
  'nothing shown of it': { readonly operation: string }
  'answers vary': { readonly operation: string }
  'no edge value': object
  /** The server also takes a value there that does not even look valid. */
  'unchecked anyhow': { readonly operation: string }
  'nothing made': { readonly operation: string }
  'nothing shows the rest': { readonly operation: string }
  'nothing shown to change': { readonly operation: string }
  'nothing at random': { readonly operation: string }
  'nothing optional with default': object
  'nothing offered': object
  'nobody to ask for': object
  'no lookalike': object
  'no wrong value': object
  'no other read-only value': object
  'no odd value': object
  'no effect': { readonly operation: string }
  'all names known': { readonly operation: string }
  'nothing of a tenant': { readonly operation: string }
  "perhaps everybody's": { readonly operation: string }
}

/**
 * Reason why a check was not run, as data: code that groups, counts or advises compares kinds. Words for it
 * are in reason-words.ts alone.
 */
export type Reason<Kind extends keyof ReasonData = keyof ReasonData> = {
  readonly [Each in Kind]: { readonly kind: Each } & ReasonData[Each]
}[Kind]

export type ReasonKind = keyof ReasonData

/** The setting that would let a check run, where one would: "CONCORDAT_OTHER_KEY", "--allow". */
export function settingOf(reason: Reason): string | undefined {
  // The first cause is the first to mend.
  const [behind] = reasonsBehind(reason).flatMap((other) => settingOf(other) ?? [])
  if (behind !== undefined) return behind
  return 'given' in reason ? reason.given?.setting : 'setting' in reason ? reason.setting : undefined
}

/** Members that hold the operationId of an operation. */
const OPERATION_NAMES: ReadonlySet<string> = new Set(['operation', 'other', 'after'])

/** A key that reasons share if they are the same. @param own The operationId that does not count. */
export function sameReason(reason: Reason, own?: string): string {
  return JSON.stringify(reason, (key, value: unknown) =>
    OPERATION_NAMES.has(key) && value === own ? null : value,
  )
}

/** The reasons that led to this one. */
function reasonsBehind(reason: Reason): readonly Reason[] {
  if ('because' in reason) return [reason.because]
  return 'lacks' in reason ? (reason.lacks ?? []) : []
}
