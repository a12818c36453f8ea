import {
  isJson,
  isMediaRange,
  isMultipart,
  type MediaTypeDescriptor,
  mediaTypeEssence,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { MediaTypeObject, ReferenceObject } from '../../document/document.ts'
import type { DocumentNode } from '../../document/reference.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { SchemaView } from '../schema/schema-view.ts'
import { readEncodings, readNamedEncodings } from './encoding.ts'
import { exampleInText, readExamples } from './example.ts'
import type { ReferenceNodes } from './node.ts'
import { readStream } from './stream.ts'

/** Reads the media types of a request body or response; `undefined` if there are none. */
export function readContent(
  nodes: ReferenceNodes,
  { value, pointer }: DocumentNode<Readonly<Record<string, MediaTypeObject | ReferenceObject>> | undefined>,
  view: SchemaView,
): Record<string, MediaTypeDescriptor> | undefined {
  const entries = Object.entries(value ?? {}).map(([mediaType, media]) => {
    const node = nodes.resolve(media, pointerBelow(pointer, mediaType))
    return [mediaType, readMediaType(nodes, node, { mediaType, view })] as const
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function readMediaType(
  nodes: ReferenceNodes,
  { value, pointer }: DocumentNode<MediaTypeObject>,
  { mediaType, view }: { readonly mediaType: string; readonly view: SchemaView },
): MediaTypeDescriptor {
  const stream = readStream(nodes, { value, pointer }, { mediaType, view })
  if (stream !== undefined) return stream
  const { encoding = {} } = value
  const described = readNamedEncodings(encoding, { mediaType, version: nodes.version })
  const schema = readSchema(nodes, { value, pointer }, { mediaType, view })
  const isOctets = (isJson(mediaType) || isMediaRange(mediaType)) && nodes.facts.isOctets(schema)
  if (isOctets && isJson(mediaType)) nodes.report(octetsInJson(pointer, mediaType))
  const mayBeText = !isJson(mediaType) || !nodes.facts.isStructured(schema)
  const written = readExamples(nodes, { value, pointer }, mediaType)
  const examples = mayBeText ? written : written.map(exampleInText)
  return {
    ...(schema !== undefined && { schema }),
    ...(isOctets && { octets: true }),
    ...(view === 'write' && {
      ...(Object.keys(described).length > 0 && { encoding: described }),
      ...readEncodings(nodes, { value, pointer }),
      ...(examples.length > 0 && { examples }),
    }),
  }
}

/**
 * Reads a schema. In a multipart body other than a form, a schema with `items` or `prefixItems` but no `type`
 * is read as an array, whose items are the parts.
 */
function readSchema(
  nodes: ReferenceNodes,
  { value: { schema }, pointer }: DocumentNode<MediaTypeObject>,
  { mediaType, view }: { readonly mediaType: string; readonly view: SchemaView },
): JsonSchema | undefined {
  const isParts = isMultipart(mediaType) && mediaTypeEssence(mediaType) !== 'multipart/form-data'
  if (schema === undefined) return undefined
  const whole = nodes.schema(schema, pointerBelow(pointer, 'schema'), view)
  const { type, items, prefixItems } = keywordsOf(whole)
  const isList = isParts && type === undefined && (items !== undefined || prefixItems !== undefined)
  return isList ? { type: 'array', ...keywordsOf(whole) } : whole
}

/**
 * Creates the problem for a binary schema in JSON, which is text and can contain octets only in an encoded
 * form. Servers with such documents actually send a raw file.
 * @see OpenAPI 3.0.4, Working with Binary Data
 */
function octetsInJson(place: string, mediaType: string): ProblemAtPointer {
  return {
    code: 'octets-in-json',
    severity: 'warning',
    place: pointerBelow(place, 'schema'),
    message: `The schema of "${mediaType}" is binary, but JSON is text and cannot contain binary data.`,
    reading: 'a binary body',
    fix: 'use a binary media type, such as "application/octet-stream"; for binary data in a JSON string, write "format: byte" (up to OpenAPI 3.0) or "contentEncoding: base64" (from OpenAPI 3.1 on).',
  }
}
