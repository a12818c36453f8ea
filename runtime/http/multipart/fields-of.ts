import { SerializationError } from '../style/serialization-error.ts'

/** Returns the fields of a form. @throws SerializationError for a value without fields. */
export function formFields(value: unknown, mediaType: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new SerializationError(`A "${mediaType}" body must be an object.`)
}
