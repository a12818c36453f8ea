/** Thrown, before anything is sent, for a value that the serialization in the document cannot express. */
export class SerializationError extends Error {
  override readonly name = 'SerializationError'
}
