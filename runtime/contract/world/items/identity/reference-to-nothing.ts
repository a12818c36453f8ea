import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { referencedResource } from '../../../data/document/reference.ts'
import type { Random } from '../../values/random.ts'
import { unknownValue } from '../../values/unknown-value.ts'
import { itemIdSchema } from './candidates.ts'

/**
 * Returns a valid reference to an item that does not exist: an unused id of that kind or, if the property
 * accepts none, an unlikely value of the property's own schema.
 * @returns `undefined` if the property is not a reference, or if there is no such value.
 */
export function absentItemReference(
  { document, random }: { readonly document: DocumentDescriptor; readonly random: Random },
  name: string,
  schema: Schema,
): unknown {
  const reference = referencedResource(name, schema, { document })
  if (reference === undefined) return undefined
  const named = itemIdSchema(document, reference.resource)
  return [named, schema]
    .flatMap((each) => (each && unknownValue(each, random)) ?? [])
    .map((id) => reference.write(id))
    .find((value) => value !== undefined && schema.allows(value))
}
