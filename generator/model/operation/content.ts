import type { EncodingDescriptor, MediaTypeDescriptor, Style } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { EncodingObject, MediaTypeObject, ReferenceObject } from '../../document/document.ts'
import type { Node } from '../../document/reference.ts'
import type { View } from '../schema/view.ts'
import type { Nodes } from './node.ts'
import { readStream } from './stream.ts'

/** Reads the media types of a requestBody or response; `undefined` when there are none. */
export function readContent(
  nodes: Nodes,
  { value, pointer }: Node<Readonly<Record<string, MediaTypeObject | ReferenceObject>> | undefined>,
  view: View,
): Record<string, MediaTypeDescriptor> | undefined {
  const entries = Object.entries(value ?? {}).map(([mediaType, media]) => {
    const node = nodes.resolve(media, below(pointer, mediaType))
    return [mediaType, readMediaType(nodes, node, { mediaType, view })] as const
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function readMediaType(
  nodes: Nodes,
  { value, pointer }: Node<MediaTypeObject>,
  { mediaType, view }: { readonly mediaType: string; readonly view: View },
): MediaTypeDescriptor {
  const stream = readStream(nodes, { value, pointer }, { mediaType, view })
  if (stream !== undefined) return stream
  const { schema, encoding = {} } = value
  const described = Object.entries(encoding).map(([name, item]) => [name, readEncoding(item)] as const)
  return {
    ...(schema !== undefined && { schema: nodes.schema(schema, below(pointer, 'schema'), view) }),
    ...(described.length > 0 && view === 'write' && { encoding: Object.fromEntries(described) }),
  }
}

function readEncoding({ contentType, style, explode, allowReserved }: EncodingObject): EncodingDescriptor {
  return {
    ...(contentType !== undefined && { contentType }),
    ...(style !== undefined && { style: style as Style }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved === true && { allowReserved: true }),
  }
}
