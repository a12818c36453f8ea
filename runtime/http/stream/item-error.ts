/** Thrown for an item of a stream that cannot be read. */
export class ItemError extends Error {
  override readonly name = 'ItemError'
  /** The text of the item; empty if it is too long to keep. */
  readonly text: string

  constructor(fact: string, { text = '', cause }: { readonly text?: string; readonly cause?: unknown } = {}) {
    super(`An item of the stream ${fact}`, { cause })
    this.text = text
  }
}

export function itemTooLong(maxLength: number, unit = 'characters'): ItemError {
  return new ItemError(`is longer than ${maxLength} ${unit}`)
}
