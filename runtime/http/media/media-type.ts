/**
 * Returns the media type in a header value or a `content` key, without parameters.
 * @returns Lower case: "application/json" for "Application/JSON; charset=utf-8". Empty for an absent header.
 */
export function mediaTypeEssence(mediaType: string | null | undefined): string {
  return (mediaType ?? '').replace(/;.*/s, '').trim().toLowerCase()
}

/**
 * True for every subtype "json", as in `application/json`, `text/json` and misspelled types, and for every
 * `+json` suffix. JSON Lines is not JSON. @see RFC 6839, 3.1
 */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaTypeEssence(mediaType))
}

/** True for a JSON Patch. @see RFC 6902, 6 */
export function isJsonPatch(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === 'application/json-patch+json'
}

/** True for XML, and for formats based on it. @see RFC 7303 */
export function isXml(mediaType: string): boolean {
  return /[/+]xml$/.test(mediaTypeEssence(mediaType))
}

/** True for text, such as `text/*`, XML, YAML, JSON Lines and forms. False for `application/json`. */
export function isTextMediaType(mediaType: string): boolean {
  return /^text\/|[+/](xml|yaml|jsonl|(x-)?ndjson|json-seq|javascript|graphql|x-www-form-urlencoded)$/.test(
    mediaTypeEssence(mediaType),
  )
}

/** The media type of an HTML form without files. @see URL Standard, 5 */
export const URL_ENCODED_FORM = 'application/x-www-form-urlencoded'

/** True for `multipart/*`. */
export function isMultipart(mediaType: string): boolean {
  return mediaTypeEssence(mediaType).startsWith('multipart/')
}

/** True for a media type range: "image/*", "*\/*". @see RFC 9110, 12.5.1 */
export function isMediaRange(mediaType: string): boolean {
  return mediaTypeEssence(mediaType).endsWith('/*')
}

/** True if `mediaType` equals `range` or is included in it. */
export function matchesMediaType(range: string, mediaType: string): boolean {
  const [wanted, given] = [mediaTypeEssence(range), mediaTypeEssence(mediaType)]
  return (
    wanted === given || wanted === '*/*' || (isMediaRange(wanted) && given.startsWith(wanted.slice(0, -1)))
  )
}

/** One media type for each range that documents commonly use. */
const TYPE_OF_RANGE: Readonly<Record<string, string>> = {
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
}

/**
 * Returns a media type in a range; the media type itself if it is none.
 * @param general stands for the ranges that include content of all kinds: "*\/*" and "application/*".
 */
export function mediaTypeInRange(mediaType: string, general: string): string {
  if (!isMediaRange(mediaType)) return mediaType
  const range = mediaTypeEssence(mediaType)
  const isGeneral = range === '*/*' || range === 'application/*'
  return isGeneral ? general : (TYPE_OF_RANGE[range] ?? 'application/octet-stream')
}

/**
 * Returns the most specific key of a `content` map that matches a media type.
 * @see OpenAPI 3.1.1, Media Types and `content`
 */
export function matchContent(keys: readonly string[], mediaType: string): string | undefined {
  const rank = (key: string): number => (mediaTypeEssence(key) === '*/*' ? 0 : isMediaRange(key) ? 1 : 2)
  return keys.filter((key) => matchesMediaType(key, mediaType)).sort((a, b) => rank(b) - rank(a))[0]
}

/**
 * Returns the media types of a request body that a server accepts, or all of them if it accepts none.
 * @param taken media types or ranges: "application/json", "image/*".
 */
export function keepMediaTypes(keys: readonly string[], taken: readonly string[]): readonly string[] {
  const kept = keys.filter((key) => taken.some((range) => matchesMediaType(range, key)))
  return kept.length === 0 ? keys : kept
}
