/** The failure that a keyword reports. Most failures are created once, when the schema is compiled. */
export interface Failure {
  /**
   * JSON Pointer to the keyword in the schema that contains it, after following references:
   * "#/$defs/Pet/properties/name/minLength".
   */
  readonly schemaPath: string
  /** The keyword, such as "required" or "minLength"; "false" for the schema `false`. */
  readonly keyword: string
  /** Details from the keyword, such as `{ limit: 64 }` or `{ missingProperty: 'name' }`. */
  readonly params: { readonly [name: string]: unknown }
  /** The requirement, to be placed after the value's name: "must be at least 1 character long". */
  readonly message: string
}

/** One violation of a schema. */
export interface Issue extends Failure {
  /** JSON Pointer into the value, such as "/items/0/name"; "" for the whole value. */
  readonly instancePath: string
}

/** A count and its noun: "1 item", "2 items". */
export function countedInIssue(count: number, noun: 'character' | 'item' | 'property'): string {
  if (count === 1) return `1 ${noun}`
  return `${count} ${noun === 'property' ? 'properties' : `${noun}s`}`
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** True for a typical name: short printable ASCII without characters that JSON escapes. */
function isPlain(text: string): boolean {
  if (text.length > 60) return false
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) return false
  }
  return true
}

/** A value as JSON for a message, shortened if it is long. */
export function quoteInIssue(value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return `"${value}"`
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`
}

/** Joins words as "a", "a or b", or "a, b or c". */
export function listInIssue(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}
