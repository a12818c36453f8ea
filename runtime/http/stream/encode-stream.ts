import { ItemError } from './item-error.ts'
import { hasJson, type ServerSentEvent, type StreamDescriptor } from './stream.ts'

/**
 * Writes one item of a stream.
 * @throws ItemError for what cannot be an item: a value that is not JSON, an event without data, a line break in its name.
 */
export function encodeItem(stream: StreamDescriptor, item: unknown): string {
  if (stream.format === 'events') return encodeEvent(stream, item)
  return stream.format === 'lines' ? `${json(item)}\n` : `\u001e${json(item)}\n`
}

function encodeEvent(stream: StreamDescriptor, item: unknown): string {
  const { event, data, id, retry } = (item ?? {}) as Partial<ServerSentEvent>
  if (data === undefined) throw new ItemError('is no event: it has no "data"')
  const text = hasJson(stream, event) ? json(data) : asText(data)
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
  if (text === undefined) throw new ItemError(`is no JSON value, but ${typeof value}`)
  return text
}

function asText(data: unknown): string {
  if (typeof data === 'string') return data
  throw new ItemError(`has data that is to be text, and is ${data === null ? 'null' : typeof data}`)
}

/** A line break would begin another field, and make of data whatever its author wants. */
function oneLine(field: string, value: string): string {
  if (/^[^\r\n\0]*$/.test(value)) return value
  throw new ItemError(`has a line break or NUL in "${field}"`)
}

function asMilliseconds(retry: number): number {
  if (Number.isSafeInteger(retry) && retry >= 0) return retry
  throw new ItemError(`has the "retry" ${retry}, which is no number of milliseconds`)
}
