import { type MediaTypeDescriptor, type StreamDescriptor, streamFormat } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { MediaTypeObject } from '../../document/document.ts'
import type { Node } from '../../document/reference.ts'
import type { View } from '../schema/view.ts'
import { readEvents } from './event.ts'
import type { Nodes } from './node.ts'

/**
 * Reads a media type whose content is a sequence of items; `undefined` for any other, and for JSON lines that the document has as
 * one text. `itemSchema` is that of an item. A `schema` is that of the whole sequence where it is an array; where it is not,
 * it was meant for an item.
 * @see OpenAPI 3.2.0, Sequential Media Types
 */
export function readStream(
  nodes: Nodes,
  { value: { schema, itemSchema }, pointer }: Node<MediaTypeObject>,
  { mediaType, view }: { readonly mediaType: string; readonly view: View },
): MediaTypeDescriptor | undefined {
  const format = streamFormat(mediaType)
  if (format === undefined) return undefined
  const whole = schema === undefined ? undefined : nodes.normalize(schema, below(pointer, 'schema'))
  const item =
    itemSchema === undefined
      ? (nodes.shapes.items(whole) ?? whole)
      : nodes.normalize(itemSchema, below(pointer, 'itemSchema'))
  if (format === 'events') {
    const { json, event } = readEvents(item, nodes.shapes)
    return described({ format, ...(json !== undefined && { json }) }, nodes.view(event, view))
  }
  const isOneText = itemSchema === undefined && nodes.shapes.isText(item)
  return isOneText ? undefined : described({ format }, item === undefined ? item : nodes.view(item, view))
}

function described(stream: StreamDescriptor, schema: JsonSchema | undefined): MediaTypeDescriptor {
  return { ...(schema !== undefined && { schema }), stream }
}
