/** Report of a keyword on a value that breaks it; made once, when the schema is compiled. */
export interface Failure {
  /**
   * JSON Pointer of the keyword in the schema in which it stands, references followed:
   * "#/$defs/Pet/properties/name/minLength".
   */
  readonly schemaPath: string
  /** The keyword: "required", "minLength"; "false" for the schema that allows nothing. */
  readonly keyword: string
  /** The keyword's own facts: `{ limit: 64 }`, `{ missingProperty: 'name' }`. */
  readonly params: { readonly [name: string]: unknown }
  /** Requirement on the value, to follow its name: "must be at least 1 character long". */
  readonly message: string
}

/** One way in which a value breaks a schema. */
export interface Issue extends Failure {
  /** JSON Pointer into the value: "/items/0/name"; "" for the value as a whole. */
  readonly instancePath: string
}

/** A count and its noun: "1 item", "2 items"; `noun` is regular, or "property". */
export function plural(count: number, noun: 'character' | 'item' | 'property'): string {
  if (count === 1) return `1 ${noun}`
  return `${count} ${noun === 'property' ? 'properties' : `${noun}s`}`
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Names as most are: short, and nothing in them that JSON would escape. */
function isPlain(text: string): boolean {
  if (text.length > 60) return false
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) return false
  }
  return true
}

/** A value for a message: JSON, cut when long. */
export function quote(value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return `"${value}"`
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`
}

/** "a", "a or b", "a, b or c". */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}
