import { vocabulary } from '../names/vocabulary.ts'
import { envelopes } from '../tables/envelopes.ts'
import { problems } from '../tables/problems.ts'
import { objectionsTold } from './objections.ts'
import { subjectsNamed } from './refusals.ts'

/** Names of boolean members that report whether the request succeeded. */
const verdicts = vocabulary('whole', 'ok success succeeded successful')

/** Names of messages about a request. Items rarely have such properties. */
const messages = vocabulary('whole', 'message msg errmsg error_message')

/** True for the name of a boolean that reports whether the request succeeded: "ok", "success". */
export function isVerdictName(name: string): boolean {
  return verdicts.has(name)
}

const FAILED = /^(?:error|err|fail|failed|failure)$/i

/** Success codes are 0 and HTTP's 2xx codes. */
const isFailureCode = (code: number): boolean => code !== 0 && !(code >= 200 && code < 300)

/**
 * True for content that only says that the request failed: `{"ok": false, "error": "…"}`, `{"status":
 * "error", "message": "…"}`, `{"code": 1, "message": "padID does not exist", "data": null}`. Some servers
 * send it with 200. An object with any other member is an item in its own right, such as a job that failed.
 */
export function isFailureTold(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = Object.entries(value).filter(([, member]) => !isEmpty(member))
  const isOnlyOutcome = members.every(
    ([name, member]) => verdicts.has(name) || (problems.whole.has(name) && isOutcome(name, member)),
  )
  const words = problems.words.valuesIn(value).filter((member) => typeof member === 'string')
  const isExplained = Object.keys(value).length > 1 || words.length > 0
  return (
    isOnlyOutcome && isExplained && members.some(([name, member]) => isFailure(name, member, words.join(' ')))
  )
}

/**
 * True for an object that contains only a request's outcome and an envelope for an item: `{"code": 0,
 * "message": "ok", "data": null}`. Its members are not the item's properties.
 */
export function isOnlyOutcomeTold(value: object): boolean {
  const names = Object.keys(value)
  const isOutcome = (name: string) => verdicts.has(name) || problems.whole.has(name)
  const isPlace = (name: string) => !problems.whole.has(name) && envelopes.any.has(name)
  return (
    names.some(isPlace) &&
    names.some((name) => verdicts.has(name) || problems.status.has(name)) &&
    names.every((name) => isOutcome(name) || isPlace(name))
  )
}

/**
 * True for the names of an object that reports an outcome and contains nothing else: "code" and "message". A
 * code alone, or one with a description, can be an item.
 */
export function isOutcomeNamed(names: readonly string[]): boolean {
  return (
    names.some((name) => verdicts.has(name) || problems.status.has(name)) &&
    names.some((name) => messages.has(name)) &&
    names.every((name) => verdicts.has(name) || problems.whole.has(name))
  )
}

/** The outcome of a request, as an object reports it. */
export interface ToldOutcome {
  /** The name of the property that contains the code. */
  readonly name: string
  readonly code: number | string
  /** True if the object contains anything other than the outcome. */
  readonly hasContent: boolean
}

/** Returns the outcome that an object reports with a code; `undefined` if it has none. */
export function outcomeTold(value: unknown): ToldOutcome | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = Object.entries(value)
  const hasContent = members.some(
    ([name, member]) => !verdicts.has(name) && !problems.whole.has(name) && !isEmpty(member),
  )
  const [name, code] = members.find(([name]) => problems.status.has(name)) ?? []
  const isCode = typeof code === 'number' || (typeof code === 'string' && code !== '')
  return name !== undefined && isCode ? { name, code, hasContent } : undefined
}

/** True for a code that never reports a failure: 0 or one of HTTP's 2xx codes. */
export const isSuccessCode = (code: number | string): boolean => code !== '' && !isFailureCode(Number(code))

/** Messages of SQLite, PostgreSQL, MySQL, SQL Server, JDBC, Hibernate and Oracle, in this order. */
const STATEMENT_ERROR =
  /near \\?"[^"\\]*\\?": syntax error|syntax error at or near|error in your SQL syntax|incorrect syntax near|\bSQLSTATE\b|\bSQL(?:Syntax|Grammar)\w*Exception\b|\bORA-\d{5}\b/i

/** True if an error message says that a database rejected a statement that the server composed. */
export function isStatementErrorTold(text: string): boolean {
  return STATEMENT_ERROR.test(text)
}

const NO_MAIL =
  /\b(?:smtp|e?-?mail) (?:server|host|service|transport)\b[^.]{0,60}\b(?:missing|needed|required|unavailable|not (?:set|configured|available|running))\b/i
const NO_NETWORK =
  /\bdial (?:tcp|udp)\b|\bno such host\b|\bECONNREFUSED\b|\bENOTFOUND\b|\bgetaddrinfo\b|\bname or service not known\b|\bconnection refused\b|\bnetwork is unreachable\b|\bUnknownHostException\b|\bfailed to establish a new connection\b/i

/**
 * Returns the service that, according to an error message, the server could not use; `undefined` if it names
 * none.
 */
export function missingServiceTold(text: string): 'mail' | 'network' | undefined {
  if (NO_MAIL.test(text)) return 'mail'
  return NO_NETWORK.test(text) ? 'network' : undefined
}

/** True for a member without content. Booleans and numbers always have content. */
function isEmpty(member: unknown): boolean {
  if (typeof member === 'object') return member === null || Object.keys(member).length === 0
  return member === undefined || member === ''
}

function isOutcome(name: string, member: unknown): boolean {
  return (
    typeof member !== 'object' ||
    problems.complaints.has(name) ||
    envelopes.any.has(name) ||
    problems.words.has(name)
  )
}

function isFailure(name: string, member: unknown, words: string): boolean {
  if (verdicts.has(name)) return member === false
  if (problems.status.has(name)) {
    if (typeof member === 'string') return FAILED.test(member)
    // Some servers use 1 as the code for success, so the words must report a failure too.
    return typeof member === 'number' && isFailureCode(member) && saysFailure(words)
  }
  return false
}

function saysFailure(words: string): boolean {
  return objectionsTold(words).kinds.size > 0 || subjectsNamed(words).size > 0
}

/** Maximum depth of the objects in an error response that are searched for words. */
const WORDS_DEPTH = 3

/**
 * The words of an error response: `{"message": "…"}`, `{"error": {"message": "…"}}`, and the data of a
 * JSON-RPC error.
 * @see https://www.jsonrpc.org/specification#error_object
 */
export function problemWordsOf(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > WORDS_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((item) => problemWordsOf(item, depth + 1))
  const { code, data } = value as { readonly code?: unknown; readonly data?: unknown }
  const isOfRpc = typeof code === 'number' && code < 0 && typeof data === 'string'
  return [
    ...problems.words.valuesIn(value).flatMap((words) => problemWordsOf(words, depth + 1)),
    ...(isOfRpc ? [data] : []),
  ]
}

const UNSUPPORTED = /\b(?:not|un)[- _]?supported\b/i
/** Faults of a program or its statements, whose messages share words with objections to a request. */
const FAULT =
  /\b(?:nil|null) ?pointer|\bconstraint\b|\bSQLSTATE\b|\bpq: |\bunsupported operand\b|\bno such (?:file|table|column)\b|\brelation \S+ does not exist\b|\bindex out of\b|\bserializable\b/i

/**
 * True if an error message only says what is wrong with the request: "Key not found", "Content type not
 * supported".
 */
export function isObjectionTold(words: string): boolean {
  return (saysFailure(words) || UNSUPPORTED.test(words)) && !FAULT.test(words) && !isStatementErrorTold(words)
}

const MISMATCH =
  /\b(?:differs?|different|mismatch(?:es|ed)?|inconsistent|unequal)\b|\b(?:not|n['’]t) (?:match|equal|the same|identical|agree)|\bmust (?:match|equal|agree with|be (?:the same|equal|identical))\b/i

/** True if a message says that two values should be the same: "The names a and b are different". */
export function isMismatchTold(text: string): boolean {
  return MISMATCH.test(text)
}
