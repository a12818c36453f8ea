import { mediaParameter } from './media-parameter.ts'

let utf8: TextDecoder | undefined

/** Made on demand: `require` loads this where there is no such class, as in Jest's jsdom. */
export function utf8Decoder(): TextDecoder {
  utf8 ??= new TextDecoder('utf-8', { fatal: true })
  return utf8
}

/**
 * Reads text of a media type by its charset, else as UTF-8.
 * @throws RangeError for an unknown charset; SyntaxError for more than one.
 */
export function decoderOf(mediaType: string): TextDecoder {
  const charset = mediaParameter(mediaType, 'charset')
  return charset === undefined ? utf8Decoder() : new TextDecoder(charset, { fatal: true })
}

/** A media type as it is said of text that is written as UTF-8, whatever charset the document names. */
export function inUtf8(mediaType: string): string {
  return mediaType.replace(/(;\s*charset\s*=\s*)("[^"]*"|[^\s;]*)/i, '$1utf-8')
}
