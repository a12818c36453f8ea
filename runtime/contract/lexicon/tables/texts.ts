import { vocabulary, vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'
import { lowerWordsOf, plainName } from '../names/words.ts'

/**
 * Properties that contain text for people, recognized by the letters at their end: "username", "fileName".
 */
const TEXTS =
  vocabularyRows(`name:username title:subtitle label description:shortDescription comment:last_comment note:releaseNote
notes text:alt_text summary message:errorMessage content subject:mailSubject remark mail:webMail login password`)

/** Names of texts that people write. */
export const texts = {
  /** Prose, for which servers accept any text. */
  prose: vocabularySubset(
    TEXTS,
    'end',
    'name title label description comment note notes text summary message content subject remark',
  ),
  /**
   * Properties whose value differs for each item. Another item's value would be rejected as already in use,
   * or would prove nothing.
   */
  own: vocabularySubset(
    TEXTS,
    'end',
    'name title mail login password label description text comment message',
  ),
}

/** Lists of the properties that an update changes, as in APIs with Protocol Buffers. @see AIP-134 */
export const fieldMasks = vocabulary('whole', 'update_mask field_mask')

/**
 * Choices that denote an absent value, or one that a program does not know. By convention, every protobuf
 * enum begins with the former.
 */
export const unspecified = vocabulary('last', 'unspecified:STATE_UNSPECIFIED unknown:UNKNOWN')

/**
 * Properties that servers fill in for each item or that identify other items, recognized by the letters at
 * their end: "domainid", "account_sid".
 */
export const kept = vocabulary(
  'end',
  `id:domainid ids:account_sids link:self_link _links href self version:resourceVersion versions revision revisions
etag etags`,
)

/** Properties that concern a file. */
export const files = {
  /** Last path segments of operations that return a whole list as a file. */
  exports: vocabulary('any', 'export csv:items.csv xml:items.xml download dump'),
  /** Properties that contain the file's length in bytes. */
  lengths: vocabulary(
    'whole',
    'size file_size bytes sizeBytes size_in_bytes byte_size content_length byteLength',
  ),
  mediaTypes: vocabulary('whole', 'contentType mime mime_type media_type'),
  /** Digests of the file's bytes, keyed by algorithm. */
  digests: {
    md5: vocabulary('any', 'md5:md5_hash'),
    sha1: vocabulary('any', 'sha1:sha1_sum'),
    sha256: vocabulary('any', 'sha256:sha256_digest'),
    sha512: vocabulary('any', 'sha512:sha512_hex'),
  },
}

/** Parameters whose value lists the properties that a response should contain. */
export const choosing = {
  /** Only these. */
  only: vocabulary('whole', 'fields field select only columns attributes properties'),
  /** These in addition. */
  also: vocabulary('whole', 'include includes expand embed with populate'),
}

/** True for the name of a parameter that asks for a property: "with_toys" for "toys". */
export function asksForMember(parameter: string, member: string): boolean {
  const [first = '', ...others] = lowerWordsOf(parameter)
  return others.length > 0 && choosing.also.has(first) && others.join('') === plainName(member)
}

/** Strings that programs write for a value that does not exist, whatever the property. */
const FOR_NOTHING =
  /^(?:undefined|NaN|Invalid Date|<nil>|%!\w\(.*\)|\[object \w+\]|0001-01-01T00:00:00(?:\.0+)?Z)$/
/** The same for properties that can be null. Elsewhere, such a word can be a name. */
const FOR_NULL = /^(?:None|null|NULL|nil)$/
/** A part of an address that programs write for a value that does not exist: "/pets/undefined". */
const IN_ADDRESS = /\/(?:undefined|None|null|NaN|nil|\[object \w+\])(?=[/?#]|$)/

/** True for a string that a program writes when it has no value. */
export function isTextForNothing(
  text: string,
  { mayBeNull, isAddress }: { readonly mayBeNull: boolean; readonly isAddress: boolean },
): boolean {
  return FOR_NOTHING.test(text) || (mayBeNull && FOR_NULL.test(text)) || (isAddress && IN_ADDRESS.test(text))
}
