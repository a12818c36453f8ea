import { vocabulary } from '../names/vocabulary.ts'

/** Last segments of paths that write a list as a file. */
export const exports = vocabulary('any', 'export csv:items.csv xml:items.xml download dump')

/** What members that describe a file are called. */
export const files = {
  /** Its length in bytes. */
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
