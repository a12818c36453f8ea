import type { PartEncodings } from '../multipart/encoding.ts'
import { ValuesWriter } from '../multipart/parts-writer.ts'
import { ItemError } from './item-error.ts'
import { hasJsonEvents, type ServerSentEvent, type StreamDescriptor } from './stream.ts'

/** Encodes the items of a body one by one, in order. */
export interface ItemEncoder {
  /** The media type of the body, with the boundary if items are parts. */
  readonly contentType: string
  /**
   * @throws {ItemError} for a value that cannot be an item, such as one that is not JSON, an event without
   * data, or an event whose name contains a line break.
   */
  readonly write: (item: unknown) => BlobPart[]
  /** Returns the text that ends the body. */
  readonly end: () => string
}

/** A media type object whose content is written as a sequence of items. */
export interface StreamMedia extends PartEncodings {
  readonly stream: StreamDescriptor
}

/** @param mediaType cannot be a range, except `multipart/*`, which becomes `multipart/mixed`. */
export function itemEncoder(media: StreamMedia, mediaType: string): ItemEncoder {
  const { stream } = media
  if (stream.format === 'parts') {
    const writer = new ValuesWriter(mediaType, media)
    return {
      contentType: writer.contentType,
      write: (item) => writer.write(item),
      end: () => writer.end(),
    }
  }
  return {
    contentType: mediaType,
    // Bytes are sent unchanged, for example a comment that keeps the connection alive.
    write: (item) => [item instanceof Uint8Array ? (item as BlobPart) : encodeItem(stream, item)],
    end: () => '',
  }
}

function encodeItem(stream: StreamDescriptor, item: unknown): string {
  if (stream.format === 'events') return encodeEvent(stream, item)
  return stream.format === 'lines' ? `${json(item)}\n` : `\u001e${json(item)}\n`
}

function encodeEvent(stream: StreamDescriptor, item: unknown): string {
  const { event, data, id, retry } = (item ?? {}) as Partial<ServerSentEvent>
  if (data === undefined) throw new ItemError('is not an event: it has no "data"')
  const text = hasJsonEvents(stream, event) ? json(data) : asText(data)
  return [
    ...(event === undefined ? [] : [`event: ${oneLine('event', event)}`]),
    ...(id === undefined ? [] : [`id: ${oneLine('id', id)}`]),
    ...(retry === undefined ? [] : [`retry: ${asMilliseconds(retry)}`]),
    ...text.split(/\r\n?|\n/).map((line) => `data: ${line}`),
    '\n',
  ].join('\n')
}

function json(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new ItemError(`is not a JSON value: its type is ${typeof value}`)
  return text
}

function asText(data: unknown): string {
  if (typeof data === 'string') return data
  throw new ItemError(`has data of type ${data === null ? 'null' : typeof data}; expected a string`)
}

/** Rejects line breaks, which would let a value add another field, and NUL. */
function oneLine(field: string, value: string): string {
  if (/^[^\r\n\0]*$/.test(value)) return value
  throw new ItemError(`has a line break or NUL in "${field}"`)
}

function asMilliseconds(retry: number): number {
  if (Number.isSafeInteger(retry) && retry >= 0) return retry
  throw new ItemError(`has a "retry" of ${retry}, not a count of milliseconds`)
}
