/** A format or a pattern that texts for people call a string by. */
interface ToldFormat {
  readonly words: RegExp
  /** The JSON Schema of what is meant. */
  readonly schema: {
    readonly type?: 'string'
    readonly format?: string
    readonly pattern?: string
    readonly enum?: readonly string[]
  }
  /** As refusals say it, and no other row understands it. */
  readonly text: string
}

function format(name: string): ToldFormat['schema'] {
  return { type: 'string', format: name }
}

/** The first that fits counts, so that "date-time" stands before "date". */
export const toldFormats: readonly ToldFormat[] = [
  { words: /\bjson\b/i, schema: { enum: ['{}'] }, text: 'Value must be valid JSON.' },
  { words: /e-?mail/i, schema: format('email'), text: 'Enter a valid e-mail.' },
  { words: /\b(ur[li]|link|web ?address)\b/i, schema: format('uri'), text: 'Enter a valid URL.' },
  { words: /uuid|guid/i, schema: format('uuid'), text: 'badly formed hexadecimal UUID string' },
  {
    words: /date-?time|timestamp|rfc ?3339|iso ?8601/i,
    schema: format('date-time'),
    text: 'invalid datetime format',
  },
  { words: /\bdate\b|yyyy-mm-dd/i, schema: format('date'), text: 'The field is not a valid date.' },
  { words: /\btime\b|hh:mm/i, schema: format('time'), text: 'Time has wrong format: use hh:mm.' },
  {
    words: /phone/i,
    schema: { type: 'string', pattern: '^\\+1202555\\d{4}$' },
    text: 'must be a valid phone',
  },
  { words: /ip(v4)? ?address|\bip\b/i, schema: format('ipv4'), text: 'The host must be an IP.' },
  { words: /host ?name|domain/i, schema: format('hostname'), text: 'is no valid hostname' },
  {
    words: /digits|numeric|number|integer/i,
    schema: { type: 'string', pattern: '^[1-9]\\d{3}$' },
    text: 'A valid integer is required.',
  },
  { words: /\bbool(ean)?\b/i, schema: { enum: ['true'] }, text: 'value is not a valid boolean' },
  {
    words: /lower-?case|slug|alphanumeric|letters/i,
    schema: { type: 'string', pattern: '^[a-z]{8}$' },
    text: 'may only contain letters',
  },
]

const TAKEN = /\b(already|unique|duplicated?|taken|in use|exists)\b/i
const HELD = /exist|taken|unique|duplicate|already|in use/i
const MISSING = /foreign key|not (?:exist|found)|no such|unknown/i

/** What refusals say of a value, beside what its schema says. Each is true for a text that says it. */
export const objections = {
  /** Another item has the value: the next request needs another one. */
  isTaken: (text: string): boolean => TAKEN.test(text),
  /** What the server holds, or does not hold, is in the way: the schema may allow the value all the same. */
  isOfState: (text: string): boolean => HELD.test(text),
  /** Nothing has the name. */
  isMissing: (text: string): boolean => MISSING.test(text),
}

const LIST =
  /(?:one of|among|allowed(?: values)?(?: are)?|valid (?:values|choices|options)(?: are)?|expected)\s*:?\s*[[({]?([^\])}\n]+)/i
const PATTERN = /(?:match(?:es)?|pattern|regexp?|expression)\D{0,20}?["'/`](\S+?)["'/`](?:[\s"',.}\]]|$)/i
const MOST =
  /(?:at most|max(?:imum)?(?: length)?(?: is| of)?|(?:no|not) (?:more|longer|greater) than|less than(?: or equal to)?|up to|<=?)\D{0,3}(\d+)/i
const LEAST =
  /(?:at least|min(?:imum)?(?: length)?(?: is| of)?|(?:no|not) (?:less|fewer|shorter) than|(?:greater|more) than(?: or equal to)?|>=?)\D{0,3}(\d+)/i

/** The list of values that a text names; empty for none. */
export function toldList(text: string): string {
  return LIST.exec(text)?.[1] ?? ''
}

/** The regular expression that a text names. */
export function toldPattern(text: string): string | undefined {
  return PATTERN.exec(text)?.[1]
}

/** The bounds that a text names, of numbers or lengths. */
export function toldBounds(text: string): Readonly<Record<'least' | 'most', number | undefined>> {
  return { least: numberIn(LEAST, text), most: numberIn(MOST, text) }
}

function numberIn(expression: RegExp, text: string): number | undefined {
  const found = expression.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
