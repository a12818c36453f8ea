/** Thrown, before anything is sent, for a value that the document's serialization cannot express. */
export class SerializationError extends Error {
  override readonly name = 'SerializationError'
}
