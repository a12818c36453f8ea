/** Thrown for an item of a stream that cannot be read or written. */
export class ItemError extends Error {
  override readonly name = 'ItemError'
  /** The text of an item that is not JSON; empty for other errors. */
  readonly text: string

  constructor(fact: string, { text = '', cause }: { readonly text?: string; readonly cause?: unknown } = {}) {
    super(`An item of the stream ${fact}`, { cause })
    this.text = text
  }
}

export function itemTooLong(maxLength: number, unit = 'characters'): ItemError {
  return new ItemError(`is longer than ${maxLength} ${unit}`)
}
