import { singularOf } from '../names/inflection.ts'
import { rows, subset, vocabulary } from '../names/vocabulary.ts'
import { lowerWordsOf, snakeCase } from '../names/words.ts'

/** Names of members and parameters that identify an item, the most usual first. */
const NAMES = rows('_id UUID Guid uid gid pk identifier key slug code name username Title')

/** Endings behind the name of what is identified: "project_id", "userSlug". */
const BEHIND = 'id uuid guid uid pk identifier key slug name'
/**
 * The same in the path of an item: a member that ends in "code" rather chooses from a list, as "statusCode".
 */
const BEHIND_IN_PATHS = `${BEHIND} code`

/** The subsets differ in what a mistake costs. */
export const identifiers = {
  /** Nothing else is called so, and nobody chooses their values. */
  sure: subset(NAMES, 'whole', 'id uuid guid pk'),
  /** Short names of the item that an answer is about: a code or a name beside it may be those of anything. */
  own: subset(NAMES, 'whole', 'id uuid guid pk key'),
  /** Names of items in paths where nothing else tells it. */
  likely: subset(NAMES, 'whole', 'id uuid uid slug name'),
  /** Names of an item where they stand for it, in an answer or a reference. */
  naming: subset(NAMES, 'whole', 'id uuid pk key slug code name'),
  /** Members other than the identifier by which a path may name an item. */
  besides: subset(NAMES, 'whole', 'uuid key slug code name title'),
  /** All that servers name items by: of several that an item has, the first. */
  usual: subset(NAMES, 'whole', 'id uuid guid uid gid pk key slug code name username title'),
  /** Their values are made for that, and tell nothing else. */
  keys: subset(NAMES, 'whole', 'id uuid guid uid gid pk identifier key'),
  /** The letters that such a name ends in. */
  ending: subset(NAMES, 'end', 'id pk key slug code name'),
  /** Behind the name of what is referred to, in members: a "zip_code" or "file_name" refers to nothing. */
  referring: subset(NAMES, 'last', 'id uuid guid'),
}

/** Members by which a client says that a request is the same as one before. */
export const requestKeys = vocabulary(
  'whole',
  'idempotencyKey idempotency_token client_request_id request_id client_token dedup_key deduplication_id',
)

/** Parameters of a path that say what something is to be called: "PUT /wallet/{new_name}". */
export const newNames = vocabulary('first', 'new:new_name')

/** Parameters of a path that hold content of whoever asks: "GET /qrcode/{data}". */
export const contents = vocabulary('whole', 'data text content message expression')

const ENDING = endOf(BEHIND)
const ENDING_IN_PATHS = endOf(BEHIND_IN_PATHS)

function endOf(words: string): RegExp {
  return new RegExp(`_?(?:${words.replaceAll(' ', '|')})$`)
}

/** Stem of a name: "project" of "project_id", "projectId" and "project". */
export function stemOf(name: string): string {
  return snakeCase(name).replace(ENDING, '')
}

/** The same for the parameter that names an item in its path: "currency" of "currencyCode". */
export function stemInPath(parameter: string): string {
  return snakeCase(parameter).replace(ENDING_IN_PATHS, '')
}

/**
 * True for a name that is an identifier, or ends in one, of one thing or several: "id", "owner_id",
 * "ownerUuids".
 */
export function isIdentifying(name: string): boolean {
  return identifiers.referring.has(singularOf(name))
}

/** True for such a name that says what it identifies: "owner_id", "ownerUuids". */
export function isReference(name: string): boolean {
  return lowerWordsOf(name).length > 1 && isIdentifying(name)
}

/** Members by which an item refers to another one of its own kind. */
export const ownKind = {
  /** It stands below that one. */
  above: vocabulary('whole', 'parent parent_id parentUuid'),
  any: vocabulary('whole', 'parent parent_id parentUuid reply_to reply_to_id in_reply_to inReplyToId'),
}

/** Headers beside `Location` by which an answer leads to the work that it accepted, in lower case. */
export const WORK_HEADERS: readonly string[] = ['operation-location', 'azure-asyncoperation']

/** Members that lead from the document of finished work to what it made. */
export const results = vocabulary('whole', 'resourceLocation resourceUrl resourceUri')
