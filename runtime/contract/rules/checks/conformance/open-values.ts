import type { DocumentDescriptor } from '@concordat/runtime/http'
import { EACH, type Place, placesIn } from '@concordat/runtime/schema-view'
import { referencedResource } from '../../../data/document/reference.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { texts } from '../../../lexicon/lexicon.ts'
import { BODY_DEPTH } from '../../../world/values/depth-limit.ts'

/** Formats that fully determine which values are valid. A made-up value for any other format can be wrong. */
const PLAIN_FORMATS = ['date', 'date-time', 'email', 'uuid']

/**
 * True if valid values can only be guessed from a schema, such as names of other items, objects of any form,
 * and strings that the schema does not restrict and that are not prose. The server can be right to reject
 * such a value, because the document does not state everything.
 */
export function leavesConformanceOpen(written: unknown, document: DocumentDescriptor): boolean {
  const isOpen = (place: Place): boolean | undefined =>
    place.path.length > BODY_DEPTH ||
    referencedResource(nameOf(place), place.schema, { document }) !== undefined
      ? place.schema.values.listed === undefined
      : isOpenItself(place)
  const schema = schemaIn(document, written)
  const extent = { deepest: BODY_DEPTH + 1, within: (place: Place) => isOpen(place) === undefined }
  for (const place of placesIn(schema, extent)) if (isOpen(place)) return true
  return false
}

/** The name of the nearest property, or "body" if there is none. */
function nameOf({ path }: Place): string {
  return path.findLast((step) => step !== EACH) ?? 'body'
}

/** True if the schema itself leaves values open; `undefined` if that depends on its parts. */
function isOpenItself(place: Place): boolean | undefined {
  const { keywords, types, properties } = place.schema
  if (place.schema.values.listed !== undefined) return false
  if (types.includes('array')) return 'items' in keywords ? undefined : true
  if (types.includes('object')) return properties.size === 0 ? true : undefined
  const { format } = keywords
  if (types.includes('string') && format !== undefined) return !PLAIN_FORMATS.includes(format)
  if (types.includes('string')) return !('pattern' in keywords || texts.prose.has(nameOf(place)))
  return types.length === 0
}
