import { decoderOf, utf8Decoder } from '../media/charset.ts'
import { isJson, isTextMediaType, mediaTypeEssence } from '../media/media-type.ts'
import type { RawPart } from './parts-reader.ts'

export interface ValueReading {
  /** Reads one JSON text. */
  readonly parse: (text: string) => unknown
  /** Converts a string to the value that it represents. */
  readonly ofText: (text: string) => unknown
  /** True if the part is a file whatever its media type is, because an upload may be JSON or text. */
  readonly isFile: boolean
}

/**
 * Returns a part's value according to its media type: parsed JSON, a string for text, otherwise a Blob, or a
 * File if it has a file name.
 * @throws {SyntaxError} for invalid JSON. @throws {TypeError} for text that is not in its charset. @throws
 * {RangeError} for an unknown charset; also errors from `parse`.
 */
export function readPartValue(
  { type, fileName, content }: RawPart,
  { parse, ofText, isFile }: ValueReading,
): unknown {
  if (!isFile && isJson(type)) return parse(utf8Decoder().decode(content))
  if (!isFile && isTextMediaType(type)) return ofText(decoderOf(type).decode(content))
  const options = { type: mediaTypeEssence(type) }
  return fileName === undefined ? new Blob([content], options) : new File([content], fileName, options)
}
