/** Thrown for a value that the documented serialization cannot express. */
export class SerializationError extends Error {
  override readonly name = 'SerializationError'
}
