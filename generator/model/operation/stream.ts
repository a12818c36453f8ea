import {
  type EncodingDescriptor,
  isJson,
  type MediaTypeDescriptor,
  mediaTypeEssence,
  type PartEncodings,
  type StreamDescriptor,
  streamFormat,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { MediaTypeObject, SchemaObject } from '../../document/document.ts'
import type { DocumentNode } from '../../document/reference.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import { readEventSchemas } from '../schema/event.ts'
import { areOnlyTextFacets } from '../schema/facts/facets.ts'
import type { SchemaView } from '../schema/schema-view.ts'
import { readEncodings } from './encoding.ts'
import type { ReferenceNodes } from './node.ts'

/**
 * Reads a media type whose content is a sequence of items. An item is described by `itemSchema` or `schema`;
 * if `schema` is an array, by the schema of its items.
 * @returns `undefined` for lines that are declared as one string, for multipart content that is read as a
 * whole, and for a media type that is not a sequence, unless it is JSON with a misplaced `itemSchema`.
 * @see OpenAPI 3.2.0, Sequential Media Types
 */
export function readStream(
  nodes: ReferenceNodes,
  { value, pointer }: DocumentNode<MediaTypeObject>,
  { mediaType, view }: { readonly mediaType: string; readonly view: SchemaView },
): MediaTypeDescriptor | undefined {
  const { schema, itemSchema } = value
  const format = streamFormat(mediaType)
  if (format === 'parts') return readParts(nodes, { value, pointer }, { mediaType, view })
  if (format === undefined)
    return itemSchema === undefined || schema !== undefined
      ? undefined
      : readMisplaced(nodes, { value: itemSchema, pointer }, { mediaType, view })
  const whole = schema === undefined ? undefined : nodes.normalize(schema, pointerBelow(pointer, 'schema'))
  const item =
    itemSchema === undefined
      ? (nodes.facts.items(whole) ?? whole)
      : nodes.normalize(itemSchema, pointerBelow(pointer, 'itemSchema'))
  if (format === 'events') {
    const { json, event, isOfData } = readEventSchemas(item, nodes.facts)
    if (isOfData && itemSchema !== undefined) nodes.report(schemaOfData(pointerBelow(pointer, 'itemSchema')))
    return described({ format, ...(json !== undefined && { json }) }, nodes.view(event, view))
  }
  const isOneText = itemSchema === undefined && areOnlyTextFacets(nodes.facts.facets(item))
  return isOneText ? undefined : described({ format }, item === undefined ? item : nodes.view(item, view))
}

function described(stream: StreamDescriptor, schema: JsonSchema | undefined): MediaTypeDescriptor {
  return { ...(schema !== undefined && { schema }), stream }
}

/**
 * Reports an `itemSchema` for content that is not a sequence. For JSON, it is read as the schema of an
 * array's items; other media types cannot use it.
 */
function readMisplaced(
  nodes: ReferenceNodes,
  { value: itemSchema, pointer }: DocumentNode<SchemaObject | boolean>,
  { mediaType, view }: { readonly mediaType: string; readonly view: SchemaView },
): MediaTypeDescriptor | undefined {
  const place = pointerBelow(pointer, 'itemSchema')
  nodes.report(noItems(place, mediaType))
  if (!isJson(mediaType)) return undefined
  return { schema: { type: 'array', items: nodes.schema(itemSchema, place, view) } }
}

function noItems(place: string, mediaType: string): ProblemAtPointer {
  return {
    code: 'item-schema-misplaced',
    severity: 'warning',
    place,
    message: `The media type "${mediaType}" holds one value, so "itemSchema" has no items to describe.`,
    reading: isJson(mediaType) ? 'an array of such items' : 'if it were not there',
    fix: 'replace "itemSchema" with "schema", or use a media type for sequences, such as "application/jsonl".',
  }
}

function schemaOfData(place: string): ProblemAtPointer {
  return {
    code: 'item-schema-misplaced',
    severity: 'warning',
    place,
    message:
      'The "itemSchema" of an event stream must describe events: objects with "data" and, optionally, "event", "id" and "retry".',
    reading: "the schema of an event's data",
    fix: 'describe the event: { properties: { data: { contentMediaType: application/json, contentSchema: … } } }.',
  }
}

/**
 * Reads the parts of a multipart body that is read part by part. A body without an `itemSchema`, and a form
 * with a `schema`, are read as a whole instead.
 * @see OpenAPI 3.2.0, Streaming Multipart
 */
function readParts(
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
