import {
  type EncodingDescriptor,
  type MediaTypeDescriptor,
  mediaTypeEssence,
  type PartEncodings,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { MediaTypeObject } from '../../document/document.ts'
import type { DocumentNode } from '../../document/reference.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { SchemaView } from '../schema/schema-view.ts'
import { readEncodings } from './encoding.ts'
import type { ReferenceNodes } from './node.ts'

/**
 * Reads the parts of a multipart body that is read part by part. A body without an `itemSchema`, and a form
 * with a `schema`, are read as a whole instead.
 * @see OpenAPI 3.2.0, Streaming Multipart
 */
export function readParts(
  nodes: ReferenceNodes,
  { value, pointer }: DocumentNode<MediaTypeObject>,
  { mediaType, view }: { readonly mediaType: string; readonly view: SchemaView },
): MediaTypeDescriptor | undefined {
  const { schema, itemSchema } = value
  const isForm = mediaTypeEssence(mediaType) === 'multipart/form-data'
  if (itemSchema === undefined || (isForm && schema !== undefined)) return undefined
  const item = nodes.normalize(itemSchema, pointerBelow(pointer, 'itemSchema'))
  const encodings = readEncodings(nodes, { value, pointer })
  if (isForm && !allNamed(encodings)) nodes.report(partsWithoutNames(pointer))
  const isFile = nodes.facts.isOctets(item)
  const { types } = nodes.facts.facets(item)
  const parts = isFile ? 'files' : types.size === 0 || types.has('string') ? undefined : 'json'
  return {
    schema: nodes.view(item, view),
    stream: { format: 'parts', ...(parts !== undefined && { parts }) },
    ...encodings,
  }
}

function encodingsOf({ prefixEncoding = [], itemEncoding }: PartEncodings): readonly EncodingDescriptor[] {
  return [...prefixEncoding, ...(itemEncoding === undefined ? [] : [itemEncoding])]
}

/** True if every part of a form has a name, which its encoding states in a Content-Disposition header. */
function allNamed(encodings: PartEncodings): boolean {
  return (
    encodings.itemEncoding !== undefined &&
    encodingsOf(encodings).every(({ headers = {} }) =>
      Object.entries(headers).some(
        ([name, value]) => /^content-disposition$/i.test(name) && /\bname=/.test(value),
      ),
    )
  )
}

function partsWithoutNames(place: string): ProblemAtPointer {
  return {
    code: 'item-schema-misplaced',
    severity: 'warning',
    place: pointerBelow(place, 'itemSchema'),
    message: 'Every part of a form needs a name, but the encoding leaves parts unnamed.',
    reading: 'parts named "item" unless their encoding gives a Content-Disposition',
    fix: `write "itemEncoding": { headers: { Content-Disposition: { schema: { const: 'form-data; name="…"' } } } }, or a "schema" with properties.`,
  }
}
