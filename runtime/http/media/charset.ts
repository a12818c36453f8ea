import { mediaParameter } from './media-parameter.ts'

let utf8: TextDecoder | undefined

/** Created on demand: `require` may load this where the class is missing, as in Jest's jsdom. */
export function utf8Decoder(): TextDecoder {
  utf8 ??= new TextDecoder('utf-8', { fatal: true })
  return utf8
}

/**
 * Decoder for a media type's charset, by default UTF-8.
 * @throws {RangeError} for an unknown charset. @throws {SyntaxError} for more than one.
 */
export function decoderOf(mediaType: string): TextDecoder {
  const charset = mediaParameter(mediaType, 'charset')
  return charset === undefined ? utf8Decoder() : new TextDecoder(charset, { fatal: true })
}

/** The media type with charset UTF-8, whatever charset the document has. */
export function inUtf8(mediaType: string): string {
  return mediaType.replace(/(;\s*charset\s*=\s*)("[^"]*"|[^\s;]*)/i, '$1utf-8')
}
