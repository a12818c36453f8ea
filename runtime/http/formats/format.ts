/**
 * A format's representation in code, for values that are strings or numbers on the wire. The parameters are
 * declared as `never` so that functions can accept the narrower types that the document determines.
 */
export interface Format {
  /**
   * Parses a value from the wire; an integer beyond 2^53 is passed as a bigint if its digits are known.
   * @throws any error if the value does not have the format.
   */
  readonly parse: (wire: never) => unknown
  /**
   * Converts a value to be sent.
   * @param isJson true inside JSON, false for separate text.
   * @throws any error if the value cannot be written.
   */
  readonly serialize: (value: never, isJson: boolean) => unknown
  /**
   * True for a value that is to be serialized; all other values stay unchanged. If absent, every value is
   * serialized.
   */
  readonly is?: (value: unknown) => boolean
}

/**
 * Thrown for a value that does not match its format: received text that is not a date, for example, or a
 * value that cannot be written.
 */
export class FormatFailure extends Error {
  override readonly name = 'FormatFailure'
  /** Property names and item indexes, outermost first. */
  readonly path: readonly (string | number)[]
  readonly value: unknown

  constructor(path: readonly (string | number)[], value: unknown, cause: unknown) {
    const place = path.length === 0 ? 'The value' : `"${path.join('.')}"`
    super(`${place} is ${shown(value)}, which cannot be converted: ${reasonOf(cause)}`, { cause })
    this.path = path
    this.value = value
  }
}

/** Maximum number of characters of a value in a message. */
const SHOWN = 80

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
