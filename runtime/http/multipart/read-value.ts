import { decoderOf, utf8Decoder } from '../media/charset.ts'
import { essence, isJson, isText } from '../media/media-type.ts'
import type { RawPart } from './parts-reader.ts'

export interface ValueReading {
  /** Reads one JSON text. */
  readonly parse: (text: string) => unknown
  /** Makes of a text the value that it stands for. */
  readonly ofText: (text: string) => unknown
  /** True if the part is a file whatever its media type says: an upload may be JSON or text. */
  readonly isFile: boolean
}

/**
 * The value of a part, as its own media type has it: JSON is parsed, a text is a text, anything else is a
 * Blob, which is a File where it has a name.
 * @throws SyntaxError for invalid JSON; TypeError for a text that is not of its charset;
 * RangeError for an unknown one; what `parse` throws.
 */
export function readValue(
  { type, fileName, content }: RawPart,
  { parse, ofText, isFile }: ValueReading,
): unknown {
  if (!isFile && isJson(type)) return parse(utf8Decoder().decode(content))
  if (!isFile && isText(type)) return ofText(decoderOf(type).decode(content))
  const options = { type: essence(type) }
  return fileName === undefined ? new Blob([content], options) : new File([content], fileName, options)
}
