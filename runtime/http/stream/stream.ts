/**
 * Format of a sequence of items: server-sent events, a JSON value on each line, JSON texts behind record
 * separators, or the parts of a multipart body.
 * @see OpenAPI 3.2.0, Sequential Media Types; HTML Standard, 9.2.5; RFC 7464; RFC 2046, 5.1
 */
export type StreamFormat = 'events' | 'lines' | 'records' | 'parts'

/** A body that is a sequence of items, which are read and written one by one. */
export interface StreamDescriptor {
  readonly format: StreamFormat
  /** Events whose data is JSON: all (`true`) or those of these names. Absent: data is text. */
  readonly json?: true | readonly string[]
  /**
   * Kind of parts: `json` for parts that name no media type but text, as where items are numbers; `files` for
   * all of them. Absent: texts.
   */
  readonly parts?: 'json' | 'files'
}

/** An event as both ends meet it: the fields that it was sent with, the data as a value where it is JSON. */
export interface ServerSentEvent<Data = unknown> {
  /** Absent: "message". */
  readonly event?: string
  readonly data: Data
  readonly id?: string
  /** Milliseconds to wait before the stream is asked for again. */
  readonly retry?: number
}

/**
 * The format that a media type can be read in item by item, whatever its parameters; `undefined`
 * for one that is not a sequence.
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

/** True if the data of an event is JSON. */
export function hasJson({ json }: StreamDescriptor, event = 'message'): boolean {
  return json === true || json?.includes(event) === true
}
