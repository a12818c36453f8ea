/** A standard header with an impossible value. `must` continues a sentence about the header. */
export interface HeaderFault {
  readonly header: string
  readonly must: string
  readonly received: string
}

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+"
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
const ARGUMENT = `${TOKEN}\\s*=\\s*(?:${TOKEN}|${QUOTED})`
const DATE =
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d\\d:\\d\\d:\\d\\d GMT'
const ADDRESS = "[\\w\\-.~:/?#[\\]@!$&'()*+,;=%]*"

const withArguments = (first: string): string => `${first}(?:\\s*;\\s*${ARGUMENT})*\\s*;?`
const listOf = (item: string): string => `(?:${item}(?:\\s*,\\s*${item})*)?`

/** The syntax of headers that clients parse, by name, and its description. */
const SYNTAX: readonly (readonly [header: string, pattern: string, must: string])[] = [
  ['Accept-Ranges', listOf(TOKEN), 'must be a list of range units'],
  ['Age', '\\d+', 'must be a number of seconds'],
  ['Allow', listOf(TOKEN), 'must be a list of methods'],
  ['Cache-Control', listOf(`${TOKEN}(?:=(?:${TOKEN}|${QUOTED}))?`), 'must be a list of directives'],
  ['Content-Disposition', withArguments(TOKEN), 'must have values in quotes unless they are tokens'],
  ['Content-Language', listOf('[A-Za-z]{1,8}(?:-[A-Za-z\\d]{1,8})*'), 'must be a list of language tags'],
  ['Content-Location', ADDRESS, 'must be a URI reference'],
  ['Content-Range', `${TOKEN} (?:\\d+-\\d+/(?:\\d+|\\*)|\\*/\\d+)`, 'must be a range'],
  ['Content-Type', withArguments(`${TOKEN}/${TOKEN}`), 'must be a media type'],
  ['ETag', '(?:W/)?"[^"\\s]*"', 'must be an entity tag in quotes'],
  ['Last-Modified', DATE, 'must be an HTTP date'],
  [
    'Link',
    listOf(`<${ADDRESS}>(?:\\s*;\\s*${TOKEN}(?:\\s*=\\s*(?:${TOKEN}|${QUOTED}))?)*`),
    'must be a list of links',
  ],
  ['Location', ADDRESS, 'must be a URI reference'],
  ['Retry-After', `\\d+|${DATE}`, 'must be an HTTP date or a number of seconds'],
  ['Vary', listOf(TOKEN), 'must be a list of headers'],
  ['WWW-Authenticate', `${TOKEN}(?: .*)?`, 'must begin with an authentication scheme'],
]

const PATTERNS = SYNTAX.map(([header, pattern, must]) => ({
  ...{ header, must, pattern: new RegExp(`^(?:${pattern})$`, 's') },
}))

/**
 * Returns the first standard header of a response whose value no client can interpret, or a `Last-Modified`
 * that is later than the response.
 * @see RFC 9110, 5.6 and 8.8.2.1; RFC 6266, 4.1; RFC 8288, 3
 */
export function standardHeaderFault({ headers }: { readonly headers: Headers }): HeaderFault | undefined {
  for (const { header, pattern, must } of PATTERNS) {
    const received = headers.get(header)
    if (received !== null && !pattern.test(received)) return { header, must, received }
  }
  const [modified, made] = ['last-modified', 'date'].map((name) => headers.get(name))
  if (!modified || !made || !(Date.parse(modified) > Date.parse(made))) return undefined
  const must = `must not be later than the Date header (${made})`
  return { header: 'Last-Modified', must, received: modified }
}
