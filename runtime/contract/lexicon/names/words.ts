import { rememberedByKey } from '@concordat/runtime/bounded'

/**
 * Positions where a capital letter begins a word: after a lower-case letter or a digit, or at the last of
 * several capitals before a lower-case letter. A plural "s" belongs to its acronym, as in "IPs".
 */
export const CAPITAL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{Ll}))/gu

/**
 * Splits a name: "content-directory" → ["content", "directory"]; "HTTPError2" → ["HTTP", "Error2"]; "listIPs"
 * → ["list", "IPs"]. Characters beyond U+FFFF separate words, because TypeScript and the JavaScript engine
 * recognize different sets of them.
 */
export function wordsOfName(text: string): string[] {
  return text
    .normalize('NFC')
    .replace(CAPITAL, ' ')
    .split(/(?:[^\p{ID_Continue}]|[\u{10000}-\u{10FFFF}]|_)+/u)
    .filter((word) => word !== '')
}

/** Maximum number of names in a cache. Names are cached because a document repeats them. */
const MOST_NAMES = 20_000

/** The words of a name in lower case: "project" and "id" for "projectId", "project-id" and "PROJECT_ID". */
export const lowerWordsOf: (name: string) => readonly string[] = rememberedByKey(
  (name) => wordsOfName(name).map((word) => word.toLowerCase()),
  { most: MOST_NAMES },
)

/**
 * A name in lower case, with underscores between its words: "project_id" for "projectId" and "project-id".
 */
export const snakeCase: (name: string) => string = rememberedByKey((name) => lowerWordsOf(name).join('_'), {
  most: MOST_NAMES,
})

/**
 * True if a parameter's name equals a property's name or ends with it: "widget_id" and "widgetId" end with
 * "id".
 */
export function isNamedAs(parameter: string, member: string): boolean {
  const [whole, part] = [snakeCase(parameter), snakeCase(member)]
  return whole === part || whole.endsWith(`_${part}`)
}

/**
 * A name in lower case and without punctuation, so that "nextPageToken", "next_page_token" and
 * "next-page-token" are the same.
 */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
