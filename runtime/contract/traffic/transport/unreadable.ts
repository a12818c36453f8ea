/**
 * Maximum number of bytes in a response, encoded or not. No service needs more to respond to a test's
 * request.
 */
export const MOST_ANSWER_BYTES = 10 * 2 ** 20
/** Describes a body that exceeds the limit, as part of a sentence. */
export const TOO_LARGE = `more than ${MOST_ANSWER_BYTES / 2 ** 20} MiB`

/**
 * Thrown for content whose coding cannot be decoded. The message describes the content, as part of a
 * sentence.
 */
export class Undecodable extends Error {
  override readonly name = 'Undecodable'
}

/** Thrown for content that exceeds the limit once it is decoded. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}
