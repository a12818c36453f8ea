import {
  type EncodingDescriptor,
  isMultipart,
  mediaTypeEssence,
  type PartEncodings,
  type Style,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { EncodingObject, MediaTypeObject } from '../../document/document.ts'
import type { DocumentNode } from '../../document/reference.ts'
import type { Version } from '../../document/version.ts'
import { fieldNameNotAllowed, isFieldName } from '../naming/field-name.ts'
import type { ReferenceNodes } from './node.ts'

/** Encodings for the properties of a form or multipart body. */
export function readNamedEncodings(
  encoding: Readonly<Record<string, EncodingObject>>,
  { mediaType, version }: { readonly mediaType: string; readonly version: Version | undefined },
): Readonly<Record<string, EncodingDescriptor>> {
  const hasStyles =
    !isMultipart(mediaType) ||
    (mediaTypeEssence(mediaType) === 'multipart/form-data' && version?.multipartHasStyles === true)
  const entries = Object.entries(encoding).map(([name, { contentType, ...styles }]) => {
    const own = { ...(contentType !== undefined && { contentType }), ...(hasStyles && styles) }
    return [name, readEncoding(own)] as const
  })
  return Object.fromEntries(entries.filter(([, own]) => Object.keys(own).length > 0))
}

function readEncoding({ contentType, style, explode, allowReserved }: EncodingObject): EncodingDescriptor {
  return {
    ...(contentType !== undefined && { contentType }),
    ...(style !== undefined && { style: style as Style }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved === true && { allowReserved: true }),
  }
}

/** Encodings for parts that are distinguished only by position. @see OpenAPI 3.2.0, Encoding By Position */
export function readEncodings(
  nodes: ReferenceNodes,
  { value: { prefixEncoding, itemEncoding }, pointer }: DocumentNode<MediaTypeObject>,
): PartEncodings {
  const read = (value: EncodingObject, place: string): EncodingDescriptor => {
    const headers = fixedHeaders(nodes, { value, pointer: place })
    return { ...readEncoding(value), ...(Object.keys(headers).length > 0 && { headers }) }
  }
  return {
    ...(prefixEncoding !== undefined && {
      prefixEncoding: prefixEncoding.map((item, index) =>
        read(item, pointerBelow(pointer, 'prefixEncoding', index)),
      ),
    }),
    ...(itemEncoding !== undefined && {
      itemEncoding: read(itemEncoding, pointerBelow(pointer, 'itemEncoding')),
    }),
  }
}

/**
 * Headers whose value the document states as a constant, a default or an example, except Content-Type, which
 * has its own field.
 */
function fixedHeaders(
  nodes: ReferenceNodes,
  { value: { headers = {} }, pointer }: DocumentNode<EncodingObject>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).flatMap(([name, header]): [string, string][] => {
    const own = pointerBelow(pointer, 'headers', name)
    if (!isFieldName(name)) {
      nodes.report(fieldNameNotAllowed(own, { name, of: 'header' }))
      return []
    }
    const { value: found, pointer: place } = nodes.resolve(header, own)
    const schema = nodes.normalize(found.schema ?? true, pointerBelow(place, 'schema'))
    const { const: only, enum: [first, ...others] = [], default: usual } = keywordsOf(schema)
    const value = only ?? (others.length === 0 ? first : undefined) ?? usual ?? found.example
    const isSent = typeof value === 'string' && IN_A_LINE.test(value) && !/^content-type$/i.test(name)
    return isSent ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

/** Matches printable ASCII and tabs. A line break would start another header. */
const IN_A_LINE = /^[\t -~]+$/
