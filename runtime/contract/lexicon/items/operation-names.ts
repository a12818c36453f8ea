import { singularsOf } from '../names/inflection.ts'
import { lowerWordsOf } from '../names/words.ts'
import { calls, isVerb, verbs } from '../tables/verbs.ts'

/**
 * An operation's name without the service, controller or group that generators put before it: "CheckAccess"
 * for "PetService_CheckAccess" and "Pets_CheckAccess", "findAll" for "PetsController_findAll". Names to which
 * FastAPI added paths, such as "get_user_api_users_get_user_post", are not changed.
 */
export function nameWithinService(operationId: string): string {
  const name = operationId.replace(
    /^[\p{L}\p{N}.]*?(?:service|controller|resource|handler|api)[_.](?=\p{L})/iu,
    '',
  )
  const [, group = '', rest = ''] = /^(\p{Lu}[\p{L}\p{N}]*)_(\p{Lu}\p{Ll}.*)$/u.exec(name) ?? []
  const [first = ''] = lowerWordsOf(group)
  // "Delete_All" has no group.
  return first === '' || isVerb(first) ? name : rest
}

/**
 * The words of an operation's name from its verb, if the name begins with a thing: ["get", "providers"] for
 * "didManagerGetProviders". Otherwise all words.
 */
export function wordsFromVerb(words: readonly string[]): readonly string[] {
  const [first = ''] = words
  const { beside, making, working } = verbs
  const { creating, deleting, updating } = calls
  const changing = [beside, making, working, creating, deleting, updating]
  const isChange = (word: string): boolean =>
    !verbs.nouns.has(word) && changing.some((known) => known.has(word))
  const at = words.findIndex(verbs.unmistakable.has)
  return at > 0 && !isVerb(first) && !words.slice(0, at).some(isChange) ? words.slice(at) : words
}

/**
 * The verb of an operation's name, in lower case: its first word, or the second one in "postFindPets", where
 * the first is the method. Django REST framework puts the verb last: "mail_templates_create".
 */
export function verbOfName(operationId: string): string {
  const name = nameWithinService(operationId)
  const [first = '', second = ''] = wordsFromVerb(lowerWordsOf(name))
  if (first === 'post' && second !== '') return second
  const last = lowerWordsOf(name).at(-1) ?? ''
  return verbs.closing.has(name) && !isVerb(first) ? last : first
}

/**
 * An operation's name without the verb that Django REST framework appends for the method of an action:
 * "memory_lookup" for "memory_lookup_create" at "/memory/lookup".
 */
export function nameOfAction(operationId: string, lastSegment: string): string {
  const name = nameWithinService(operationId)
  const words = lowerWordsOf(name).slice(0, -1)
  const action = lowerWordsOf(lastSegment)
  const isAction =
    action.length > 0 &&
    action.length < words.length &&
    action.every((word, at) => words.at(at - action.length) === word)
  return isAction && verbs.closing.has(name) ? words.join('_') : name
}

/** True for a DELETE that only ends the use of its item, judging by the verb of its name or summary. */
export function isRetirement({
  operationId,
  summary = '',
}: {
  readonly operationId: string
  readonly summary?: string
}): boolean {
  const [said = ''] = lowerWordsOf(summary)
  return [verbOfName(operationId), said, ...singularsOf(said)].some(verbs.retiring.has)
}

/**
 * True for a read that waits for events, according to the verb of its name or the last segment of its path:
 * "SubscribeInvoices", "watchInvoiceList", "GET /invoices/subscribe".
 */
export function isSubscription({
  operationId,
  path,
}: {
  readonly operationId: string
  readonly path: string
}): boolean {
  const [first = ''] = lowerWordsOf(operationId)
  return [first, verbOfName(operationId), path.slice(path.lastIndexOf('/') + 1)].some(verbs.awaiting.has)
}
