import {
  type EncodingDescriptor,
  essence,
  isJson,
  isText,
  type MediaTypeDescriptor,
  type PartEncodings,
} from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { MediaTypeObject } from '../../document/document.ts'
import type { Node } from '../../document/reference.ts'
import type { Finding } from '../../errors/finding.ts'
import type { Shapes } from '../schema/shape.ts'
import type { View } from '../schema/view.ts'
import { readEncodings } from './encoding.ts'
import type { Nodes } from './node.ts'

/**
 * The parts of a multipart body, one by one; one that says nothing of its items is a whole. A form whose schema names its fields is one too,
 * whatever else it says.
 * @see OpenAPI 3.2.0, Streaming Multipart
 */
export function readParts(
  nodes: Nodes,
  { value, pointer }: Node<MediaTypeObject>,
  { mediaType, view }: { readonly mediaType: string; readonly view: View },
): MediaTypeDescriptor | undefined {
  const { schema, itemSchema } = value
  const isForm = essence(mediaType) === 'multipart/form-data'
  if (itemSchema === undefined || (isForm && schema !== undefined)) return undefined
  const item = nodes.normalize(itemSchema, below(pointer, 'itemSchema'))
  const encodings = readEncodings(nodes, { value, pointer })
  if (isForm && !allNamed(encodings)) nodes.report(partsWithoutNames(pointer))
  const isFile = isOctets(item, nodes.shapes, encodings)
  const { types } = nodes.shapes.facets(item)
  const parts = isFile ? 'files' : types.size === 0 || types.has('string') ? undefined : 'json'
  return {
    schema: isFile ? { type: 'string', format: 'binary' } : nodes.view(item, view),
    stream: { format: 'parts', ...(parts !== undefined && { parts }) },
    ...encodings,
  }
}

function encodingsOf({ prefixEncoding = [], itemEncoding }: PartEncodings): readonly EncodingDescriptor[] {
  return [...prefixEncoding, ...(itemEncoding === undefined ? [] : [itemEncoding])]
}

/** Whether each part of a form has a name: it stands in a header of its own. */
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

/** Whether items are octets: by their schema, or as their media types are neither JSON nor text and the schema does not say more than "string". */
function isOctets(item: JsonSchema, shapes: Shapes, encodings: PartEncodings): boolean {
  const parts = shapes.parts(item)
  const isText = shapes.isText(item)
  if (parts.some(({ format }) => format === 'binary')) return isText
  const mediaTypes = encodingsOf(encodings).map(({ contentType = '' }) => contentType)
  const isOpen = parts.every((part) => Object.keys(part).every((keyword) => !SAYS_MORE.has(keyword)))
  return isOpen && mediaTypes.length > 0 && mediaTypes.every((list) => list.split(',').every(isOctetType))
}

/** Keywords by which a schema describes more than that there is a value. */
const SAYS_MORE = new Set([
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'items', 'prefixItems', 'enum', 'const', 'pattern'],
  ...['additionalProperties', 'required', 'contentEncoding', 'minLength', 'maxLength', 'format'],
])

function isOctetType(mediaType: string): boolean {
  return (
    /^[^/]+\/[^/]+$/.test(mediaType.trim()) &&
    !isJson(mediaType) &&
    !isText(mediaType) &&
    !isOpenRange(mediaType)
  )
}

/** "*\/*" and "application/*" may be anything. */
function isOpenRange(mediaType: string): boolean {
  return /^(\*|application|multipart)\/\*$/.test(essence(mediaType))
}

function partsWithoutNames(place: string): Finding {
  return {
    code: 'item-schema-misplaced',
    severity: 'warning',
    place: below(place, 'itemSchema'),
    message: 'The parts of a form have names, and the encoding of its items says none.',
    reading: 'parts that are all called "item"',
    fix: `write "itemEncoding": { headers: { Content-Disposition: { schema: { const: 'form-data; name="…"' } } } }, or a "schema" with properties.`,
  }
}
