import type { Danger } from './danger.ts'

/**
 * A path parameter's value that a user can provide: under `name` in the configuration, or in the variable
 * `setting`.
 */
export interface GivenPathValue {
  readonly name: string
  readonly setting: string
}

/**
 * Data for each kind of reason. `operation`, `other` and `after` are operationIds; `words` is an excerpt from
 * a response.
 */
interface ReasonData {
  // The run itself.
  /**
   * A sentence from a rule, or from a function in the configuration. `setting`, if given, would let the check
   * run.
   */
  said: { readonly words: string; readonly setting?: string }
  ended: { readonly why: string }
  'requests used': { readonly most: number }
  'left out': object
  'not requested': object
  'budget used': { readonly whole: number }
  /** A user's code did not return. `what` and `why` form one clause, such as "… did not end within 10 s". */
  'never came back': { readonly what: string; readonly why: string }
  'worker lost': { readonly why: string; readonly cause: 'memory' | 'loop' }
  'rule given up': { readonly rule: string; readonly why: string; readonly operations: number }
  /** None of the requests, or of the responses that had begun, was completed in time. */
  'too slow': { readonly operation: string; readonly of: 'requests' | 'answers'; readonly count: number }
  /** The request names another server, for which the server under test may have waited. */
  'waits elsewhere': { readonly operation: string; readonly host: string }
  'waits for event': { readonly operation: string }
  /** Names of resources and operations in a circle: each needs the next one, and the last needs the first. */
  'circular need': { readonly circle: readonly string[] }

  // Access.
  'no other tenant': { readonly setting: string }
  'other tenant refused': { readonly setting: string }
  'perhaps open': { readonly setting: '--key' }
  /** `isEverywhere` is true if no operation has accepted a request. */
  'header wanted': {
    readonly status: number
    readonly isGiven: boolean
    readonly isEverywhere?: true
    readonly setting: '--header'
  }
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
  skipped: { readonly operation: string }
  'would delete': {
    readonly method: string
    readonly path: string
    readonly operation: string
    readonly setting?: '--allow'
  }
  'would change': {
    readonly method: string
    readonly path: string
    /** The template that identifies the item to be changed; absent if the whole path identifies it. */
    readonly template?: string
    readonly setting: '--change-existing'
  }
  'reads only': { readonly method: string }
  'method untried': { readonly setting?: '--disposable' }

  // The items, and the values for requests.
  /** The first removal failed, so no further items are created: they would be left behind. */
  'not removable': { readonly resource: string; readonly operation: string; readonly status: number }
  /** The server performed a change for a made-up name, so it ignores the name. */
  'name ignored': { readonly operation: string; readonly status: number }
  /** A request that names its item in a list might remove others. `isWrong` is true if it did. */
  'unproved removal': { readonly operation: string; readonly isWrong: boolean }
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
  /** If `given` is absent, only an example in the document would help. */
  'no value taken': { readonly parameter: string; readonly given?: GivenPathValue }
  'nothing to refer to': { readonly member: string; readonly resource: string; readonly because: Reason }
  'misnamed item': { readonly text: string; readonly parameter: string; readonly issue: string }
  'no request': { readonly operation: string }
  unsendable: { readonly why: string }
  /** `needsExample` is true if an example in the document would help. */
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
  'failure told': { readonly operation: string; readonly status: number; readonly words: string }
  'guesses refused': { readonly operation: string; readonly status: number; readonly words: string }
  'data may refuse': { readonly operation: string; readonly status: number; readonly words: string }
  'given value absent': { readonly operation: string; readonly status: number; readonly value: string }
  'no longer listed': { readonly operation: string; readonly status: number }
  'made up or shown': { readonly operation: string; readonly status: number }
  'made up': { readonly operation: string; readonly status: number }
  'member names nothing': { readonly operation: string; readonly status: number; readonly member: string }
  'not done yet': { readonly operation: string }
  'only retires': { readonly operation: string }
  'no HEAD': { readonly status: number }
  'HEAD documented': { readonly status: number }
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
  /** No response contained the part that the rule checks. */
  'nothing compared': object
  /** The two operations share no item property that has the same meaning in both. */
  'nothing shown by both': { readonly operation: string; readonly other: string }
  /** A create returned an item that existed before. */
  'found again': { readonly operation: string }
  /** The response shows none of the properties to compare. */
  'nothing shown of it': { readonly operation: string }
  'answers vary': { readonly operation: string }
  'no edge value': object
  /**
   * The server also accepts an obviously invalid value in the same location, so it does not check values
   * there.
   */
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
 * The reason why a check was not run, as data, so that code can group and count reasons by kind. Only
 * reason-words.ts contains the wording.
 */
export type Reason<Kind extends keyof ReasonData = keyof ReasonData> = {
  readonly [Each in Kind]: { readonly kind: Each } & ReasonData[Each]
}[Kind]

export type ReasonKind = keyof ReasonData

/**
 * The setting that would let a check run, such as "CONCORDAT_OTHER_KEY" or "--allow"; `undefined` if there is
 * none.
 */
export function settingOfReason(reason: Reason): string | undefined {
  // An underlying reason has to be fixed first, so its setting takes precedence.
  const [behind] = reasonsBehind(reason).flatMap((other) => settingOfReason(other) ?? [])
  if (behind !== undefined) return behind
  return 'given' in reason ? reason.given?.setting : 'setting' in reason ? reason.setting : undefined
}

/** Members with an operationId. */
const OPERATION_NAMES: ReadonlySet<string> = new Set(['operation', 'other', 'after'])

/**
 * A key that is the same for equal reasons. @param own The check's operationId. Reasons that differ only in
 * their check's operationId are equal.
 */
export function sameReason(reason: Reason, own?: string): string {
  return JSON.stringify(reason, (key, value: unknown) =>
    OPERATION_NAMES.has(key) && value === own ? null : value,
  )
}

/** The statuses of the responses that the reason, or a reason behind it, is about. */
export function statusesOfReason(reason: Reason): readonly number[] {
  const own = 'status' in reason && reason.status !== undefined ? [reason.status] : []
  return [...own, ...reasonsBehind(reason).flatMap(statusesOfReason)]
}

function reasonsBehind(reason: Reason): readonly Reason[] {
  if ('because' in reason) return [reason.because]
  return 'lacks' in reason ? (reason.lacks ?? []) : []
}
