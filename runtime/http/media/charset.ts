/** A media type as it is said of text that is written as UTF-8, whatever charset the document names. */
export function inUtf8(mediaType: string): string {
  return mediaType.replace(/(;\s*charset\s*=\s*)("[^"]*"|[^\s;]*)/i, '$1utf-8')
}
