import { mediaParameter } from './media-parameter.ts'

let utf8: TextDecoder | undefined

/**
 * Returns the UTF-8 decoder. It is created on demand, because `require` may load this file where
 * `TextDecoder` is missing, as in Jest's jsdom.
 */
export function utf8Decoder(): TextDecoder {
  utf8 ??= new TextDecoder('utf-8', { fatal: true })
  return utf8
}

/**
 * Returns a decoder for a media type's charset, which is UTF-8 by default.
 * @throws {RangeError} for an unknown charset. @throws {SyntaxError} for malformed parameters or more than
 * one charset.
 */
export function decoderOf(mediaType: string): TextDecoder {
  const charset = mediaParameter(mediaType, 'charset')
  return charset === undefined ? utf8Decoder() : new TextDecoder(charset, { fatal: true })
}

/** Returns the media type with UTF-8 in place of any charset that the document specifies. */
export function inUtf8(mediaType: string): string {
  return mediaType.replace(/(;\s*charset\s*=\s*)("[^"]*"|[^\s;]*)/i, '$1utf-8')
}
