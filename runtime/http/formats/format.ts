/**
 * Representation in code of a format's values, which travel as texts or numbers. The parameters of its
 * functions are narrower than the values that may be passed: the document decides which values come.
 */
export interface Format {
  /**
   * Parses a value from the wire. An integer beyond 2^53 comes as a bigint, if its digits are known.
   * @throws anything when it does not have the format.
   */
  readonly parse: (wire: never) => unknown
  /**
   * Converts a value to the form that is sent.
   * @param isJson true if it becomes part of JSON, rather than a text of its own.
   * @throws anything when it cannot be written.
   */
  readonly serialize: (value: never, isJson: boolean) => unknown
  /** True if a value is one of the format; others are left as they are. Absent: all values are. */
  readonly is?: (value: unknown) => boolean
}

/**
 * A value that does not fit its format: a received text is not a date, or a value to send cannot be written.
 */
export class FormatFailure extends Error {
  override readonly name = 'FormatFailure'
  /** Names of members and indexes of items, from the outside. */
  readonly path: readonly (string | number)[]
  readonly value: unknown

  constructor(path: readonly (string | number)[], value: unknown, cause: unknown) {
    const place = path.length === 0 ? 'The value' : `"${path.join('.')}"`
    super(`${place} is ${shown(value)}, which its format does not allow: ${reasonOf(cause)}`, { cause })
    this.path = path
    this.value = value
  }
}

/** Characters of a value that a message shows. */
const SHOWN = 80

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
