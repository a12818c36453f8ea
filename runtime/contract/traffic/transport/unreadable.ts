/** Most bytes of an answer that are read, coded or not: no service answers more to one request of a test. */
export const MOST_ANSWER_BYTES = 10 * 2 ** 20
/** Description of a larger body, as a sentence goes on. */
export const TOO_LARGE = `more than ${MOST_ANSWER_BYTES / 2 ** 20} MiB`

/** Content whose coding cannot be undone. The message says what it is instead, as a sentence goes on. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable'
}

/** Content that is larger than what is read, once it is decoded. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}
