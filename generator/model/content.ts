import type { EncodingDescriptor, MediaTypeDescriptor, Style } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import type { JsonObject } from './model.ts'
import type { Node, Nodes } from './node.ts'
import type { View } from './view.ts'

/** Reads the media types of a requestBody or response; `undefined` when there are none. */
export function readContent(
  nodes: Nodes,
  { value, pointer }: { readonly value: unknown; readonly pointer: string },
  view: View,
): Record<string, MediaTypeDescriptor> | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).map(([mediaType, media]) => {
    const node = nodes.resolve(media, below(pointer, mediaType))
    return [mediaType, node === undefined ? {} : readMediaType(nodes, node, view)] as const
  })
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries) as Record<string, MediaTypeDescriptor>)
}

function readMediaType(nodes: Nodes, { value, pointer }: Node, view: View): MediaTypeDescriptor {
  const encoding = isObject(value['encoding']) ? Object.entries(value['encoding']) : []
  const described = encoding.flatMap(([name, item]) =>
    isObject(item) ? [[name, readEncoding(item)] as const] : [],
  )
  return {
    ...(value['schema'] !== undefined && {
      schema: nodes.schema(value['schema'], below(pointer, 'schema'), view),
    }),
    ...(described.length > 0 &&
      view === 'write' && { encoding: Object.fromEntries(described) as Record<string, EncodingDescriptor> }),
  }
}

function readEncoding(value: JsonObject): EncodingDescriptor {
  return {
    ...(typeof value['contentType'] === 'string' && { contentType: value['contentType'] }),
    ...(typeof value['style'] === 'string' && { style: value['style'] as Style }),
    ...(typeof value['explode'] === 'boolean' && { explode: value['explode'] }),
    ...(value['allowReserved'] === true && { allowReserved: true }),
  }
}
