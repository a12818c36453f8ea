/** A value that cannot be written as the document says. Thrown before anything is sent. */
export class SerializationError extends Error {
  override readonly name = 'SerializationError'
}
