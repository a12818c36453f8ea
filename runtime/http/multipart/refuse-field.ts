import { SerializationError } from '../style/serialization-error.ts'

/**
 * Refuses a field that has no text: the server would get another body.
 * @param place "metadata.tags.0"
 * @param value null, or an array or object without members.
 */
export function refuseField(place: string, value: unknown): never {
  throw new SerializationError(
    `"${place}" is ${value ? 'empty' : 'null'}, which forms and multipart cannot write.`,
  )
}
