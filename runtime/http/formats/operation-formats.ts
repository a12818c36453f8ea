import { matchContent } from '../media/media-type.ts'
import type { Conversion, Conversions } from './conversion.ts'

/**
 * Conversions of one operation's values that have formats. Absent members have none. Data only, printed by
 * the generator.
 */
export interface OperationFormats {
  /** Conversion of the object of all parameters, by location and name. */
  readonly parameters?: Conversion
  /** Conversions of the requestBody by media type: all that the document has, in its order. */
  readonly body?: Readonly<Record<string, Conversions>>
  /**
   * Conversions of response bodies: by every documented status, range "4XX" or "default", then by media type.
   */
  readonly responses?: Readonly<Record<string, Readonly<Record<string, Conversions>>>>
  /** Conversions of response headers: by every documented status, then by name in lower case. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, Conversion>>>>
}

/** The formats of a requestBody; of the first media type where none is named. */
export function bodyFormats(
  content: Readonly<Record<string, Conversions>> = {},
  mediaType: string | undefined,
): Conversions | undefined {
  const keys = Object.keys(content)
  const key = mediaType === undefined ? keys[0] : matchContent(keys, mediaType)
  return key === undefined ? undefined : content[key]
}

/** The formats of an answer, by the most specific key for its status. */
export function answerFormats(
  { responses = {} }: OperationFormats,
  { status, mediaType }: { readonly status: number; readonly mediaType?: string | undefined },
): Conversions | undefined {
  const content = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default']
  return content && mediaType !== undefined ? bodyFormats(content, mediaType) : undefined
}
