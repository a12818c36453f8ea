import { pluralsOf, singularOf } from '../names/inflection.ts'
import { vocabulary, vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'
import { lowerWordsOf, snakeCase } from '../names/words.ts'
import { looks } from './looks.ts'

/** Names of properties and parameters that identify an item. */
const NAMES = vocabularyRows('_id UUID Guid uid gid pk identifier key slug code name username login Title')

/** Words that follow the name of the identified item, as in "project_id" and "userSlug". */
const BEHIND = 'id uuid guid uid pk identifier key slug name'
/**
 * Words that follow the identified item's name in a path. In a property's name, "code" more likely denotes a
 * choice from a list, as in "statusCode".
 */
const BEHIND_IN_PATHS = `${BEHIND} code`

/**
 * Names of identifiers, in subsets for different uses, because a mistake has different consequences in each.
 */
export const identifiers = {
  /** Names that have no other meaning and whose values no client chooses. */
  sure: vocabularySubset(NAMES, 'whole', 'id uuid guid pk'),
  /**
   * Short names that identify a response's own item. "code" and "name" are omitted, because they can belong
   * to something else.
   */
  own: vocabularySubset(NAMES, 'whole', 'id uuid guid pk key'),
  /** Names that identify items in paths if no better name is found. */
  likely: vocabularySubset(NAMES, 'whole', 'id uuid uid slug name'),
  /** Names of properties that can identify an item in a response, or in a reference to it. */
  naming: vocabularySubset(NAMES, 'whole', 'id uuid pk key slug code name'),
  /** Properties, other than the identifier, whose values can identify an item in a path. */
  besides: vocabularySubset(NAMES, 'whole', 'uuid key slug code name title'),
  /**
   * Properties with which servers identify items. If an item has several, the first one in this list is used.
   */
  usual: vocabularySubset(NAMES, 'whole', 'id uuid guid uid gid pk key slug code name username login title'),
  /** Names by which people log in. A path parameter with one of them has no value of another kind. */
  people: vocabularySubset(NAMES, 'whole', 'username login'),
  /** Names of values that are created only as identifiers and contain no other information. */
  keys: vocabularySubset(NAMES, 'whole', 'id uuid guid uid gid pk identifier key'),
  /** Endings of an identifier's name, compared letter by letter. */
  ending: vocabularySubset(NAMES, 'end', 'id pk key slug code name'),
  /**
   * Last words of property names that refer to another item. "code" and "name" are excluded, because a
   * "zip_code" or "file_name" refers to nothing.
   */
  referring: vocabularySubset(NAMES, 'last', 'id uuid guid'),
  /** Last words of property names that refer to another item by the name that a client gave it. */
  calling: vocabularySubset(NAMES, 'last', 'name'),
}

/** Parameters named after what somebody does, as in "GET /grants/{granter}". Their values name an account. */
export const personalRoles = vocabulary('last', 'admin author depositor grantee granter owner voter')

/** Names of those who can have such a role. */
export const PEOPLE: readonly string[] = ['account', 'user']

/** Name of the identifier of items for which a document describes no property. */
export const USUAL_IDENTIFIER = 'id'

/** Properties with which a client marks a request as a repetition. */
export const requestKeys = vocabulary(
  'whole',
  'idempotencyKey idempotency_token client_request_id request_id client_token dedup_key deduplication_id',
)

/** Path parameters whose values are new names, as in "PUT /wallet/{new_name}". */
export const newNames = vocabulary('first', 'new:new_name')

/** Path parameters whose values are the caller's content, as in "GET /qrcode/{data}". */
export const contents = vocabulary('whole', 'data text content message expression')

const ENDING = endOf(BEHIND)
const ENDING_IN_PATHS = endOf(BEHIND_IN_PATHS)

function endOf(words: string): RegExp {
  return new RegExp(`_?(?:${words.replaceAll(' ', '|')})$`)
}

/** Stem of a name: "project" for "project_id", "projectId" and "project". */
export function stemOf(name: string): string {
  return snakeCase(name).replace(ENDING, '')
}

/** Stem of a parameter that identifies an item in its path: "currency" for "currencyCode". */
export function stemInPath(parameter: string): string {
  return snakeCase(parameter).replace(ENDING_IN_PATHS, '')
}

/**
 * "project_id", "projectId" and "project" refer to an item of "projects"; "category_id" refers to an item of
 * "categories".
 */
export function namesResourceItem(parameter: string, collection: string): boolean {
  return collectionsNamedBy(parameter).includes(snakeCase(collection))
}

/**
 * Possible names of the collection whose items a parameter identifies; empty if the parameter's name does not
 * suggest any.
 */
export function collectionsNamedBy(parameter: string): readonly string[] {
  const stem = stemOf(parameter)
  return stem === '' ? [] : [...pluralsOf(stem), stem]
}

/**
 * True for a name that is, or ends with, an identifier of one or more items: "id", "owner_id", "ownerUuids".
 */
export function isIdentifyingName(name: string): boolean {
  return identifiers.referring.has(singularOf(name))
}

/** True unless a property's name says that its number identifies something. */
export function isQuantityName(name: string): boolean {
  return !isIdentifyingName(name) && !identifiers.keys.has(name)
}

/** True for an identifier's name that includes the name of its target: "owner_id", "ownerUuids". */
export function isReferenceName(name: string): boolean {
  return lowerWordsOf(name).length > 1 && isIdentifyingName(name)
}

/** True for a name that includes another item's kind: "work_queue_name". */
export function isCallingName(name: string): boolean {
  return lowerWordsOf(name).length > 1 && identifiers.calling.has(name)
}

/**
 * True for a number or code of a collection's own items: "number" and "invoice_number" of "invoices", but not
 * "order_number".
 */
export function isCodeOf(name: string, collection: string): boolean {
  const words = lowerWordsOf(name)
  const stem = words.slice(0, -1).join('_')
  return looks.codes.has(words.at(-1) ?? '') && ['', singularOf(snakeCase(collection))].includes(stem)
}

/** Properties with which an item refers to another item of its own kind. */
export const ownKind = {
  /** Properties that refer to the item's parent. */
  above: vocabulary('whole', 'parent parent_id parentUuid'),
  any: vocabulary('whole', 'parent parent_id parentUuid reply_to reply_to_id in_reply_to inReplyToId'),
}

/** Response headers other than `Location` that contain the URL of accepted work, in lower case. */
export const WORK_HEADERS: readonly string[] = ['operation-location', 'azure-asyncoperation']

/** Properties with which a response names the work that it accepts. */
export const works = {
  /** Properties with the address of the work's state. */
  addresses: vocabulary(
    'whole',
    'task_url job_url jobUri status_url statusUri operation_url monitor_url polling_url',
  ),
  ids: vocabulary('whole', 'task_id job_id operation_id'),
}

/** Properties with the URL of the result, in a response that describes finished work. */
export const results = vocabulary('whole', 'resourceLocation resourceUrl resourceUri')

/** Path parameters for a location in a tree of names. Their value is empty for the root. */
export const places = vocabulary('last', 'path:folderPath')

/** Segments by which paths to the same items differ, besides versions: "/api/orders" and "/orders". */
const GENERAL_SEGMENTS: ReadonlySet<string> = new Set(['', 'api', 'rest'])

/**
 * The path without versions and segments that all paths of an API can have: "/orders/{}" for
 * "/api/v2/orders/{}" and "/v1beta1/orders/{}"; `undefined` if only templates are left.
 */
export function unversionedPath(path: string): string | undefined {
  const segments = path
    .split('/')
    .filter((segment) => !GENERAL_SEGMENTS.has(segment) && !/^v\d+[a-z\d]*$/.test(segment))
  return segments.every((segment) => segment.includes('{')) ? undefined : `/${segments.join('/')}`
}
