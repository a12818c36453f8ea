import { SerializationError } from '../style/serialization-error.ts'

/**
 * Throws an error for a field value that a form cannot represent, because the server would otherwise get a
 * different body.
 * @param place "metadata.tags.0"
 * @param value null, or an array or object without contents.
 */
export function refuseFormField(place: string, value: unknown): never {
  throw new SerializationError(`"${place}" is ${value ? 'empty' : 'null'}, which forms cannot represent.`)
}
