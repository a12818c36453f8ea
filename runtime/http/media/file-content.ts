import { isJson, isMultipart, isXml, mediaTypeEssence, URL_ENCODED_FORM } from './media-type.ts'

/**
 * True for content that is declared as bytes, or that is neither JSON, XML, a form nor a stream and whose
 * schema declares no type other than string.
 * @param types The types that the content's schema declares.
 */
export function isFileContent(
  mediaType: string,
  { stream, octets }: { readonly stream?: unknown; readonly octets?: boolean },
  types: readonly string[],
): boolean {
  if (octets === true) return true
  const isForm = isMultipart(mediaType) || mediaTypeEssence(mediaType) === URL_ENCODED_FORM
  const isFields = isForm || isJson(mediaType) || isXml(mediaType)
  return !isFields && stream === undefined && types.every((type) => type === 'string' || type === 'null')
}
