/**
 * Positions where a capital begins a word: after a lower-case letter or a digit, or at the last of several
 * capitals before a lower-case letter. The "s" of a plural is part of its acronym: "IPs".
 */
export const CAPITAL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{Ll}))/gu

/**
 * "content-directory" → ["content", "directory"]; "HTTPError2" → ["HTTP", "Error2"]; "listIPs" → ["list",
 * "IPs"]. Characters beyond U+FFFF separate words: TypeScript and the JavaScript engine have different
 * versions of Unicode there.
 */
export function wordsOfName(text: string): string[] {
  return text
    .normalize('NFC')
    .replace(CAPITAL, ' ')
    .split(/(?:[^\p{ID_Continue}]|[\u{10000}-\u{10FFFF}]|_)+/u)
    .filter((word) => word !== '')
}

/** The words of a name in lower case: "project", "id" of "projectId", "project-id" and "PROJECT_ID". */
export function lowerWordsOf(name: string): readonly string[] {
  const known = lowerWords.get(name) ?? wordsOfName(name).map((word) => word.toLowerCase())
  lowerWords.set(name, known)
  return known
}

/**
 * The name of an operation without its service or controller, which generators put before it: "CheckAccess"
 * of "PetService_CheckAccess", "findAll" of "PetsController_findAll". FastAPI writes paths behind names:
 * "get_user_api_users_get_user_post".
 */
export function nameWithinService(operationId: string): string {
  return operationId.replace(/^[\p{L}\p{N}.]*?(?:service|controller|resource|handler|api)[_.](?=\p{L})/iu, '')
}

/** Cached: a document repeats the same names. */
const lowerWords = new Map<string, readonly string[]>()

/** A name in lower case, with its words separated: "project_id" for "projectId" and "project-id". */
export function snakeCase(name: string): string {
  const known = snakes.get(name) ?? lowerWordsOf(name).join('_')
  snakes.set(name, known)
  return known
}

const snakes = new Map<string, string>()

/** True if a parameter has the name of a member, or ends with it: "id" for "widget_id" and "widgetId". */
export function isNamedAs(parameter: string, member: string): boolean {
  const [whole, part] = [snakeCase(parameter), snakeCase(member)]
  return whole === part || whole.endsWith(`_${part}`)
}

/**
 * A name without case and punctuation: "nextPageToken", "next_page_token" and "next-page-token" are the same.
 */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
