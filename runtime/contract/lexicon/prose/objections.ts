/** Faults in a value that an error response can report. */
export type Objection =
  | 'required'
  | 'type'
  | 'format'
  | 'bounds'
  | 'enum'
  | 'unknown'
  | 'not unique'
  | 'reference missing'
  | 'spelling'
  | 'no file'
  | 'no picture'

/** The JSON Schema of the strings that an error response asks for. */
export type ToldSchema = {
  readonly type?: 'string'
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
}

/** A message with which servers reject a value. */
export interface ObjectionRow {
  readonly kind: Objection
  /** The groups `least`, `most`, `list` and `pattern` of the expression capture requirements on the value. */
  readonly words: RegExp
  /** The value that the message asks for, if the words imply one. */
  readonly wants?: ToldSchema
  /** The library or server that sends this message. */
  readonly from: string
  /** One of the messages that the row matches, as published. No other row matches the whole message. */
  readonly text: string
}

function format(name: string): ToldSchema {
  return { type: 'string', format: name }
}

/** Matches the beginning of complaints such as "cannot be in the past" and "is too far in the future". */
const UNWANTED = String.raw`\b(?:(?:must|may|should|can|could|shall) ?n[o']t|cannot|(?:is|are|lies)(?! (?:not|only|required|expected|supposed|to)\b)|too far)\b[^.]{0,40}?`

/** Matches messages that ask for a time on one side of now, or that reject one on the other side. */
function timeWords(wanted: 'future' | 'past', unwanted: 'future' | 'past'): RegExp {
  return new RegExp(String.raw`(?<!${UNWANTED})\b${wanted}\b|${UNWANTED}\b${unwanted}\b`, 'i')
}

const BEAN = 'Bean Validation'
const PYDANTIC = 'Pydantic'
const DRF = 'Django REST framework'
const FLUENT = 'FluentValidation'
const CLASS = 'class-validator'
const ZOD = 'Zod'
const ASP = 'ASP.NET'

/** Matches statements that a name or value is already in use, or that another request is using it now. */
export const TAKEN =
  /\b(?:already(?! set\b)|unique(?! (?:elements|items))|duplicated?(?! (?:elements|items))|(?<!not be )taken|in use|exists)\b/i

/**
 * Standard messages of libraries and servers. If several match, a bound or a list of values is taken from the
 * first one that states it.
 */
export const objectionRows: readonly ObjectionRow[] = [
  {
    ...{ kind: 'unknown', from: ZOD, text: "Unrecognized key(s) in object: 'x'" },
    words: /(?:unrecogni[sz]ed|unknown|unexpected) (?:key|field|property|parameter|attribute|argument)/i,
  },
  {
    ...{ kind: 'unknown', from: PYDANTIC, text: 'Extra inputs are not permitted' },
    words: /(?:extra|additional) (?:inputs|fields|properties)/i,
  },
  {
    ...{
      kind: 'unknown',
      from: 'gRPC gateways',
      text: 'error parsing "x", oneof pets.Pet.kind is already set',
    },
    words: /\boneof \S+ is already set\b/i,
  },
  {
    ...{ kind: 'unknown', from: CLASS, text: 'property x should not exist' },
    words: /should not exist/i,
  },
  {
    ...{ kind: 'reference missing', from: DRF, text: 'Invalid pk "5" - object does not exist.' },
    words:
      /foreign key|(?<!should )not (?:exist|found)|no such|unknown(?! (?:key|field|property|parameter|attribute|argument))/i,
  },
  {
    ...{ kind: 'reference missing', from: DRF, text: 'Invalid hyperlink - No URL match.' },
    words: /\binvalid hyperlink\b/i,
  },
  {
    ...{ kind: 'reference missing', from: 'HugeGraph', text: "Undefined vertex label: 'x'" },
    words: /\bundefined [a-z]+(?: [a-z]+)?:? ["'`]/i,
  },
  {
    ...{ kind: 'no file', from: DRF, text: 'No file was submitted.' },
    words: /\b(?:no file was|not a file\b)/i,
  },
  {
    ...{
      ...{ kind: 'no picture', from: DRF },
      text: 'Upload a valid image. The file you uploaded was either not an image or a corrupted image.',
    },
    words: /\b(?:valid|not an) image\b/i,
  },
  {
    ...{ kind: 'not unique', from: DRF, text: 'This field must be unique.' },
    words: TAKEN,
  },
  {
    ...{ kind: 'enum', from: 'Flowable', text: "Invalid action, only 'a' or 'b' is supported." },
    words:
      /\bonly (?<list>(["'`])[^"'`]+\2(?:(?:,? (?:or|and)|,) \2[^"'`]+\2)*),? (?:is|are|may|can|will|works?)\b/i,
  },
  {
    ...{ kind: 'enum', from: 'HugeGraph', text: 'The base type can only be either A or B' },
    words:
      /\b(?:must|can|may|should)(?: only)? be either (?<list>["'`\w.-]+(?:, ?["'`\w.-]+)*,? or ["'`\w.-]+)/i,
  },
  {
    ...{ kind: 'enum', from: CLASS, text: 'role must be one of the following values: a, b' },
    words:
      /(?:one of(?: the following(?: values)?)?|among|(?<!an )allowed(?: values)?(?: are)?|permitted|valid (?:values|choices|options)(?: are)?|(?<!un)expected(?! (?:one of|string|number|int|integer|boolean|array|object|date|record)\b)|should be(?= '))\s*:?\s*[[({]?(?<list>[^\])}\n]+)/i,
  },
  {
    ...{ kind: 'enum', from: DRF, text: '"x" is not a valid choice.' },
    words: /not a valid choice/i,
  },
  {
    ...{ kind: 'enum', from: FLUENT, text: "'Role' has a range of values which does not include 'x'." },
    words: /which does not include/i,
  },
  {
    ...{ kind: 'enum', from: BEAN, text: 'must be true' },
    words: /must be true/i,
    wants: { enum: ['true'] },
  },
  {
    ...{ kind: 'enum', from: BEAN, text: 'must be false' },
    words: /must be false/i,
    wants: { enum: ['false'] },
  },
  {
    ...{ kind: 'format', from: BEAN, text: 'must match "^a$"' },
    words:
      /(?:match(?:es)?|pattern|regexp?|expression)\D{0,20}?["'/`](?<pattern>\S+?)["'/`](?:[\s"',.}\]]|$)/i,
  },
  {
    ...{ kind: 'format', from: FLUENT, text: "'Code' is not in the correct format." },
    words: /correct format|required pattern/i,
  },
  {
    ...{ kind: 'bounds', from: BEAN, text: 'size must be between 3 and 15' },
    words: /between ["'<]?(?<least>-?\d+)\D{1,12}?(?<most>-?\d+)/i,
  },
  {
    ...{
      kind: 'bounds',
      from: FLUENT,
      text: "'Code' must be 5 characters in length. You entered 3 characters.",
    },
    words: /(?<least>(?<most>\d+)) (?:characters|bytes) in length/i,
  },
  {
    ...{
      ...{ kind: 'bounds', from: FLUENT },
      text: "The length of 'Name' must be 15 characters or fewer. You entered 20 characters.",
    },
    words: /\b(?<most>\d+) (?:characters|digits|items) or (?:fewer|less)/i,
  },
  {
    ...{ kind: 'bounds', from: 'Tendermint', text: 'page should be within [1, 1] range, given 0' },
    words: /within \[(?<least>-?\d+), ?(?<most>-?\d+)\]/i,
  },
  {
    ...{
      kind: 'bounds',
      from: 'Go',
      text: 'strconv.Atoi: parsing "99999999999999999999": value out of range',
    },
    words: /\bvalue out of range\b/i,
  },
  {
    ...{ kind: 'bounds', from: 'Go services', text: 'max confirmations must be >= min confirmations' },
    words: /\bmust be (?:[<>]=?|before|after)(?! ?-?\d) ?\w/i,
  },
  {
    ...{ kind: 'bounds', from: PYDANTIC, text: 'String should have at most 15 characters' },
    words:
      /(?:at most|max(?:imum)?(?: length)?(?: is| of)?|(?:no|not be|not) (?:more|longer|greater) than|(?<!(?:no|not|not be) )(?:less|shorter|smaller|fewer) than(?: or equal to)?|up to|<=?)\D{0,3}?(?<most>-?\d+)/i,
  },
  {
    ...{ kind: 'bounds', from: PYDANTIC, text: 'String should have at least 3 characters' },
    words:
      /(?:at least|min(?:imum)?(?: length)?(?: is| of)?|(?:no|not be|not) (?:less|fewer|shorter|smaller) than|(?<!(?:no|not|not be) )(?:greater|more|longer) than(?: or equal to)?|>=?)[^\d<]{0,3}?(?<least>-?\d+)/i,
  },
  {
    ...{ kind: 'bounds', from: CLASS, text: 'size must be a positive number' },
    words: /positive|non-?negative|greater|not be (?:zero|negative)/i,
    wants: { enum: ['1'] },
  },
  {
    ...{ kind: 'bounds', from: BEAN, text: 'must be a future date' },
    words: timeWords('future', 'past'),
    wants: { enum: ['2199-01-01T00:00:00Z', '2199-01-01'] },
  },
  {
    ...{ kind: 'bounds', from: BEAN, text: 'must be a past date' },
    words: timeWords('past', 'future'),
    wants: { enum: ['2001-01-01T00:00:00Z', '2001-01-01'] },
  },
  {
    ...{ kind: 'format', from: BEAN, text: 'invalid credit card number' },
    words: /credit ?card/i,
    wants: { enum: ['4111111111111111'] },
  },
  {
    ...{ kind: 'format', from: ASP, text: "Passwords must have at least one uppercase ('A'-'Z')." },
    words: /upper-?case|capital letter|special char|non.?alphanumeric/i,
    wants: { type: 'string', pattern: '^Aa1![a-z]{8}$' },
  },
  {
    ...{ kind: 'format', from: DRF, text: 'Value must be valid JSON.' },
    words: /\bjson\b/i,
    wants: { enum: ['{}'] },
  },
  {
    ...{ kind: 'format', from: BEAN, text: 'must be a well-formed email address' },
    words: /e-?mail/i,
    wants: format('email'),
  },
  {
    ...{ kind: 'format', from: DRF, text: 'Enter a valid URL.' },
    words: /\b(ur[li]|link|web ?address)\b/i,
    wants: format('uri'),
  },
  {
    ...{ kind: 'format', from: BEAN, text: 'must be a valid UUID' },
    words: /uuid|guid/i,
    wants: format('uuid'),
  },
  // Must come before "date" and "time".
  {
    ...{
      ...{ kind: 'format', from: 'Go' },
      text: 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    },
    words: /parsing time\b.{0,200}"2006-01-02T/i,
    wants: format('date-time'),
  },
  {
    ...{ kind: 'format', from: 'Go', text: 'parsing time "x" as "2006-01-02": cannot parse "x" as "2006"' },
    words: /parsing time\b.{0,200}"2006-01-02\\?"/i,
    wants: format('date'),
  },
  {
    ...{ kind: 'format', from: PYDANTIC, text: 'Input should be a valid datetime, input is too short' },
    words: /date-?time|timestamp|rfc ?3339|iso ?8601/i,
    wants: format('date-time'),
  },
  {
    ...{ kind: 'format', from: ZOD, text: 'Invalid ISO date' },
    words: /\bdate\b|yyyy-mm-dd/i,
    wants: format('date'),
  },
  {
    ...{ kind: 'format', from: ZOD, text: 'Invalid ISO time' },
    words: /\btime\b|hh:mm/i,
    wants: format('time'),
  },
  {
    ...{ kind: 'format', from: 'gRPC gateways', text: 'invalid google.protobuf.Duration value "x"' },
    words: /\bduration\b/i,
    wants: { enum: ['86400s'] },
  },
  {
    ...{ kind: 'format', from: CLASS, text: 'phone must be a valid phone number' },
    words: /phone/i,
    wants: { type: 'string', pattern: '^\\+1202555\\d{4}$' },
  },
  {
    ...{ kind: 'format', from: CLASS, text: 'host must be an ip address' },
    words: /ip(v4)? ?address|\bip\b/i,
    wants: format('ipv4'),
  },
  {
    ...{ kind: 'format', from: CLASS, text: 'host must be a valid domain name' },
    words: /host ?name|domain/i,
    wants: format('hostname'),
  },
  {
    ...{ kind: 'type', from: DRF, text: 'A valid integer is required.' },
    words: /digits|numeric|number|integer/i,
    wants: { type: 'string', pattern: '^[1-9]\\d{3}$' },
  },
  {
    ...{ kind: 'type', from: PYDANTIC, text: 'Input should be a valid boolean' },
    words: /\bbool(ean)?\b/i,
    wants: { enum: ['true'] },
  },
  {
    ...{ kind: 'format', from: CLASS, text: 'code must contain only letters (a-zA-Z)' },
    words: /lower-?case|slug|alphanumeric|letters/i,
    wants: { type: 'string', pattern: '^[a-z]{8}$' },
  },
  {
    ...{ kind: 'type', from: ZOD, text: 'Expected string, received array' },
    words:
      /\b(?:valid|an?|expected) (?:string|list|array|object|dictionary)\b|could not be converted|incorrect type/i,
  },
  {
    ...{ kind: 'spelling', from: 'Go services', text: "'Pet-7' is not a valid class name" },
    words:
      /\b(?:valid|invalid|illegal|malformed|bad)\b[^.;:]{0,40}?\b(?:name|identifier|id|key)s?\b|\b(?:name|identifier|id|key)s?\b[^.;]{0,60}?\b(?:is invalid|is illegal|(?:may|must|can|should) (?:only|not) (?:contain|have|use|include)|only contain|special characters)\b/i,
  },
  {
    ...{ kind: 'required', from: 'Go services', text: 'no fee preference specified' },
    words:
      /\bno (?:\w+ ){1,3}(?:specified|supplied|provided|given)\b|\bneed an? \w|\bmust (?:choose|select|specify|provide|supply)\b/i,
  },
  {
    ...{ kind: 'required', from: BEAN, text: 'must not be blank' },
    words:
      /\b(?:required|missing)\b|(?:not (?:be|an allowed)|be not) (?:empty|blank|null|value)|(?:cannot|can['’]t) be (?:empty|blank|null)|must be (?:set|given|provided|specified|supplied|present)\b/i,
  },
]

/** Requirements on a value, taken from the text of an error response. */
export interface Told {
  /** The kinds of objections, in the order of the rows that match. */
  readonly kinds: ReadonlySet<Objection>
  /** Bounds of numbers or lengths. */
  readonly least: number | undefined
  readonly most: number | undefined
  /** A regular expression. */
  readonly pattern: string | undefined
  /** The listed values. Values that consist of several words are omitted. */
  readonly list: readonly string[]
  readonly schemas: readonly ToldSchema[]
}

/**
 * Objections in a message. Error names such as "already_exists" are split into words.
 * @param rows The known messages.
 */
export function objectionsTold(text: string, rows: readonly ObjectionRow[] = objectionRows): Told {
  const words = text.replaceAll('_', ' ')
  const found = rows.flatMap((row) => {
    // Underscores in patterns and listed values must be kept, so the original text is tried first.
    const match = row.words.exec(text) ?? row.words.exec(words)
    return match === null ? [] : [{ ...row, groups: match.groups ?? {} }]
  })
  const said = (group: string): string | undefined => found.find(({ groups }) => groups[group])?.groups[group]
  const number = (group: string): number | undefined => {
    const bound = said(group)
    return bound === undefined ? undefined : Number(bound)
  }
  return {
    kinds: new Set(found.map(({ kind }) => kind)),
    ...{ least: number('least'), most: number('most'), pattern: said('pattern') },
    list: (said('list') ?? '')
      .split(/\s*(?:,|\b(?:or|and)\b|\||;)\s*/)
      .map((one) => one.replace(/^[\s"'`\\]+|[\s"'`\\.]+$/g, ''))
      .filter((one) => one !== '' && !/\s/.test(one)),
    schemas: found.flatMap(({ wants }) => wants ?? []),
  }
}

/**
 * Standard messages about a missing property that quote its name: those of serde, Jackson, Ajv, JSON Schema
 * for Python and Go validators, in this order.
 */
const MISSING_NAME =
  /\bmissing (?:required )?(?:field|property|properties|parameter|key|argument|attribute|creator property):? ["'`](?<one>[\w$-]+)["'`]|\brequired property ["'`](?<two>[\w$-]+)["'`]|["'`](?<three>[\w$-]+)["'`] (?:field )?is (?:a )?required\b|(?<=["'`])\w+\.(?<four>[\w$-]+) (?:is required|(?:must|should) (?:be not|not be) (?:empty|blank|null))\b/gi

/** The names of properties that a message quotes as missing. */
export function missingNamesTold(text: string): readonly string[] {
  const plain = text.replaceAll('\\', '')
  return [...plain.matchAll(MISSING_NAME)].flatMap(({ groups }) =>
    Object.values(groups ?? {}).filter(Boolean),
  )
}
