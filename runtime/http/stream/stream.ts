/**
 * The format of a sequence of items: server-sent events, JSON values on separate lines, JSON texts after
 * record separators, or multipart parts.
 * @see OpenAPI 3.2.0, Sequential Media Types; HTML Standard, 9.2.5; RFC 7464; RFC 2046, 5.1
 */
export type StreamFormat = 'events' | 'lines' | 'records' | 'parts'

/** A body that is a sequence of items, which are read and written one by one. */
export interface StreamDescriptor {
  readonly format: StreamFormat
  /** Events whose data is JSON: all (`true`), or those with these names. If absent, data is text. */
  readonly json?: true | readonly string[]
  /**
   * Determines how parts are read: `json` if parts declared as text may be JSON, such as numbers; `files` if
   * all parts are files. If absent, the media type of each part decides.
   */
  readonly parts?: 'json' | 'files'
}

/** A server-sent event; JSON data is decoded. */
export interface ServerSentEvent<Data = unknown> {
  /** Default: "message". */
  readonly event?: string
  readonly data: Data
  readonly id?: string
  /** The number of milliseconds to wait before reconnecting. */
  readonly retry?: number
}

/**
 * Returns the format in which a media type is read item by item, whatever its parameters; `undefined` if it
 * is not a sequence.
 */
export function streamFormat(mediaType: string): StreamFormat | undefined {
  const [type = ''] = mediaType.split(';', 1)
  return FORMATS.find(([pattern]) => pattern.test(type.trim()))?.[1]
}

const FORMATS: readonly (readonly [RegExp, StreamFormat])[] = [
  [/^text\/event-stream$/i, 'events'],
  [/^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines|stream\+json)$|\+(ndjson|jsonl)$/i, 'lines'],
  [/^application\/json-seq$|\+json-seq$/i, 'records'],
  [/^multipart\//i, 'parts'],
]

/** True if the data of events with this name is JSON. */
export function hasJsonEvents({ json }: StreamDescriptor, event = 'message'): boolean {
  return json === true || json?.includes(event) === true
}
