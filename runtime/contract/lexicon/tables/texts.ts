import { vocabulary, vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'

/** Members with texts for people, by the letters at their end: "username", "fileName". */
const TEXTS =
  vocabularyRows(`name:username title:subtitle label description:shortDescription comment:last_comment note:releaseNote
notes text:alt_text summary message:errorMessage content subject:mailSubject remark mail:webMail login password`)

export const texts = {
  /** Prose: servers accept any text. */
  prose: vocabularySubset(
    TEXTS,
    'end',
    'name title label description comment note notes text summary message content subject remark',
  ),
  /** Members with a separate value for each item: another item's value would be in use, or tells nothing. */
  own: vocabularySubset(
    TEXTS,
    'end',
    'name title mail login password label description text comment message',
  ),
}

/** Choices that mean an absent value, since protobuf requires one in each enum. */
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
  /** Last segments of paths for a whole list as a file. */
  exports: vocabulary('any', 'export csv:items.csv xml:items.xml download dump'),
  /** Members with the file's length in bytes. */
  lengths: vocabulary(
    'whole',
    'size file_size bytes sizeBytes size_in_bytes byte_size content_length byteLength',
  ),
  mediaTypes: vocabulary('whole', 'contentType mime mime_type media_type'),
  /** Digests of the file's bytes, by algorithm. */
  digests: {
    md5: vocabulary('any', 'md5:md5_hash'),
    sha1: vocabulary('any', 'sha1:sha1_sum'),
    sha256: vocabulary('any', 'sha256:sha256_digest'),
    sha512: vocabulary('any', 'sha512:sha512_hex'),
  },
}

/** Parameters with names of members that an answer should have. */
export const choosing = {
  /** Only these. */
  only: vocabulary('whole', 'fields field select only columns attributes properties'),
  /** These in addition. */
  also: vocabulary('whole', 'include includes expand embed with populate'),
}
