import { rows, subset, vocabulary } from '../names/vocabulary.ts'

/** Members that hold texts for people, by the letters at their end: "username", "fileName". */
const TEXTS =
  rows(`name:username title:subtitle label description:shortDescription comment:last_comment note:releaseNote
notes text:alt_text summary message:errorMessage content subject:mailSubject remark mail:webMail login password`)

export const texts = {
  /** Prose: servers take what they are given. */
  prose: subset(
    TEXTS,
    'end',
    'name title label description comment note notes text summary message content subject remark',
  ),
  /**
   * Members that each thing has for itself: the value of another one would be taken there, or tells nothing.
   */
  own: subset(TEXTS, 'end', 'name title mail login password label description text comment message'),
}

/** Choices that stand for none given, as protobuf requires one of each enum. */
export const unspecified = vocabulary('last', 'unspecified:STATE_UNSPECIFIED')

/**
 * Members that servers fill in for each item, or that name others, by the letters at their end: "domainid",
 * "account_sid".
 */
export const kept = vocabulary(
  'end',
  `id:domainid ids:account_sids link:self_link _links href self version:resourceVersion versions revision revisions
etag etags`,
)

/** Members that concern a file. */
export const files = {
  /** Last segments of paths that write a list as one. */
  exports: vocabulary('any', 'export csv:items.csv xml:items.xml download dump'),
  /** Members that have its length in bytes. */
  lengths: vocabulary(
    'whole',
    'size file_size bytes sizeBytes size_in_bytes byte_size content_length byteLength',
  ),
  mediaTypes: vocabulary('whole', 'contentType mime mime_type media_type'),
  /** Digests of its bytes, by algorithm. */
  digests: {
    md5: vocabulary('any', 'md5:md5_hash'),
    sha1: vocabulary('any', 'sha1:sha1_sum'),
    sha256: vocabulary('any', 'sha256:sha256_digest'),
    sha512: vocabulary('any', 'sha512:sha512_hex'),
  },
}

/** Parameters that choose which members of items an answer has, by their names. */
export const choosing = {
  /** These, and no others. */
  only: vocabulary('whole', 'fields field select only columns attributes properties'),
  /** These as well. */
  also: vocabulary('whole', 'include includes expand embed with populate'),
}
