/**
 * Maximum number of bytes of an answer, encoded or not: no service has longer answers to a test's request.
 */
export const MOST_ANSWER_BYTES = 10 * 2 ** 20
/** Description of a larger body, as part of a sentence. */
export const TOO_LARGE = `more than ${MOST_ANSWER_BYTES / 2 ** 20} MiB`

/** Content with a coding that cannot be decoded. The message describes it, as part of a sentence. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable'
}

/** Content that exceeds the limit once it is decoded. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}
