import { matchContent } from '../media/media-type.ts'
import { responseFor } from '../status.ts'
import type { Conversion, Conversions } from './conversion.ts'

/** Conversions for an operation's values. A property is absent if none of its values has a format. */
export interface OperationFormats {
  /** The conversion for the object of all parameters, by location and name. */
  readonly parameters?: Conversion
  /** Conversions for the request body by media type: all documented ones, in order. */
  readonly body?: Readonly<Record<string, Conversions>>
  /** Conversions for response bodies: by documented status, range "4XX" or "default", then by media type. */
  readonly responses?: Readonly<Record<string, Readonly<Record<string, Conversions>>>>
  /** Conversions for response headers: by documented status, then by lower-case name. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, Conversion>>>>
}

/** Returns the formats of a request body, by default those of its first media type. */
export function bodyFormats(
  content: Readonly<Record<string, Conversions>> = {},
  mediaType: string | undefined,
): Conversions | undefined {
  const keys = Object.keys(content)
  const key = mediaType === undefined ? keys[0] : matchContent(keys, mediaType)
  return key === undefined ? undefined : content[key]
}

/** Returns the formats of a response, from the most specific key for its status. */
export function answerFormats(
  { responses = {} }: OperationFormats,
  { status, mediaType }: { readonly status: number; readonly mediaType?: string | undefined },
): Conversions | undefined {
  const content = responseFor(responses, status)
  return content && mediaType !== undefined ? bodyFormats(content, mediaType) : undefined
}
