import { singularOf } from '../names/inflection.ts'
import { vocabulary, vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'
import { lowerWordsOf, snakeCase } from '../names/words.ts'

/** Names of members and parameters that identify an item, the most common first. */
const NAMES = vocabularyRows('_id UUID Guid uid gid pk identifier key slug code name username Title')

/** Endings after the name of the identified item: "project_id", "userSlug". */
const BEHIND = 'id uuid guid uid pk identifier key slug name'
/**
 * Endings in the path of an item: a member that ends in "code" is more likely a choice from a list, such as
 * "statusCode".
 */
const BEHIND_IN_PATHS = `${BEHIND} code`

/** The subsets differ in the cost of a mistake. */
export const identifiers = {
  /** Names with no other meaning, and values that no client chooses. */
  sure: vocabularySubset(NAMES, 'whole', 'id uuid guid pk'),
  /** Short names of an answer's own item: a code or a name beside it may belong to anything. */
  own: vocabularySubset(NAMES, 'whole', 'id uuid guid pk key'),
  /** Names of items in paths if nothing else identifies them. */
  likely: vocabularySubset(NAMES, 'whole', 'id uuid uid slug name'),
  /** Names that represent an item in an answer or a reference. */
  naming: vocabularySubset(NAMES, 'whole', 'id uuid pk key slug code name'),
  /** Members other than the identifier by which a path may name an item. */
  besides: vocabularySubset(NAMES, 'whole', 'uuid key slug code name title'),
  /** All members by which servers name items: if an item has several, the first. */
  usual: vocabularySubset(NAMES, 'whole', 'id uuid guid uid gid pk key slug code name username title'),
  /** Values created for this purpose only, without other information. */
  keys: vocabularySubset(NAMES, 'whole', 'id uuid guid uid gid pk identifier key'),
  /** Endings of an identifier's name, by letters. */
  ending: vocabularySubset(NAMES, 'end', 'id pk key slug code name'),
  /** After the name of the target, in members: a "zip_code" or "file_name" refers to nothing. */
  referring: vocabularySubset(NAMES, 'last', 'id uuid guid'),
}

/** Members by which a client identifies a request as a repetition. */
export const requestKeys = vocabulary(
  'whole',
  'idempotencyKey idempotency_token client_request_id request_id client_token dedup_key deduplication_id',
)

/** Path parameters that are new names: "PUT /wallet/{new_name}". */
export const newNames = vocabulary('first', 'new:new_name')

/** Path parameters that are the caller's content: "GET /qrcode/{data}". */
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

/** Stem of a parameter that names an item in its path: "currency" of "currencyCode". */
export function stemInPath(parameter: string): string {
  return snakeCase(parameter).replace(ENDING_IN_PATHS, '')
}

/**
 * True for a name that is, or ends in, an identifier of one or several items: "id", "owner_id", "ownerUuids".
 */
export function isIdentifyingName(name: string): boolean {
  return identifiers.referring.has(singularOf(name))
}

/** True for an identifier's name that includes its target: "owner_id", "ownerUuids". */
export function isReferenceName(name: string): boolean {
  return lowerWordsOf(name).length > 1 && isIdentifyingName(name)
}

/** Members by which an item refers to another one of its own kind. */
export const ownKind = {
  /** The other item is the parent. */
  above: vocabulary('whole', 'parent parent_id parentUuid'),
  any: vocabulary('whole', 'parent parent_id parentUuid reply_to reply_to_id in_reply_to inReplyToId'),
}

/** Headers of an answer, besides `Location`, with the address of accepted work, in lower case. */
export const WORK_HEADERS: readonly string[] = ['operation-location', 'azure-asyncoperation']

/** Members of finished work's document with the address of its result. */
export const results = vocabulary('whole', 'resourceLocation resourceUrl resourceUri')
