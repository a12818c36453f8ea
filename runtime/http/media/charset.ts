import { mediaParameter } from './media-parameter.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads text of a media type by its charset, else as UTF-8.
 * @throws RangeError for an unknown charset; SyntaxError for more than one.
 */
export function decoderOf(mediaType: string): TextDecoder {
  const charset = mediaParameter(mediaType, 'charset')
  return charset === undefined ? utf8 : new TextDecoder(charset, { fatal: true })
}

/** A media type as it is said of text that is written as UTF-8, whatever charset the document names. */
export function inUtf8(mediaType: string): string {
  return mediaType.replace(/(;\s*charset\s*=\s*)("[^"]*"|[^\s;]*)/i, '$1utf-8')
}
