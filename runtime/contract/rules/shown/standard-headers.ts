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

/** The syntax of headers that clients parse, by name, its description and a value that obeys it. */
const SYNTAX: readonly (readonly [header: string, pattern: string, must: string, example: string])[] = [
  ['Accept-Ranges', listOf(TOKEN), 'must be a list of range units', 'bytes'],
  // Browsers compare these two values exactly, so they ignore lists and "True".
  ['Access-Control-Allow-Credentials', 'true|false', 'must be "true"', 'true'],
  [
    'Access-Control-Allow-Origin',
    '\\*|null|[a-z][a-z\\d+.-]*://[^\\s,/]+',
    'must be one origin, "*" or "null"',
    '*',
  ],
  ['Age', '\\d+', 'must be a number of seconds', '0'],
  ['Allow', listOf(TOKEN), 'must be a list of methods', 'GET'],
  [
    'Cache-Control',
    listOf(`${TOKEN}(?:=(?:${TOKEN}|${QUOTED}))?`),
    'must be a list of directives',
    'no-cache',
  ],
  [
    'Content-Disposition',
    withArguments(TOKEN),
    'must have values in quotes unless they are tokens',
    'attachment',
  ],
  [
    'Content-Language',
    listOf('[A-Za-z]{1,8}(?:-[A-Za-z\\d]{1,8})*'),
    'must be a list of language tags',
    'en',
  ],
  ['Content-Location', ADDRESS, 'must be a URI reference', '/'],
  ['Content-Range', `${TOKEN} (?:\\d+-\\d+/(?:\\d+|\\*)|\\*/\\d+)`, 'must be a range', 'bytes */0'],
  ['Content-Type', withArguments(`${TOKEN}/${TOKEN}`), 'must be a media type', 'application/octet-stream'],
  ['ETag', '(?:W/)?"[^"\\s]*"', 'must be an entity tag in quotes', '"1"'],
  ['Last-Modified', DATE, 'must be an HTTP date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  [
    'Link',
    listOf(`<${ADDRESS}>(?:\\s*;\\s*${TOKEN}(?:\\s*=\\s*(?:${TOKEN}|${QUOTED}))?)*`),
    'must be a list of links',
    '</>; rel="index"',
  ],
  ['Location', ADDRESS, 'must be a URI reference', '/'],
  ['Retry-After', `\\d+|${DATE}`, 'must be an HTTP date or a number of seconds', '1'],
  ['Vary', listOf(TOKEN), 'must be a list of headers', 'Accept'],
  ['WWW-Authenticate', `${TOKEN}(?: .*)?`, 'must begin with an authentication scheme', 'Bearer'],
]

const PATTERNS = SYNTAX.map(([header, pattern, must, example]) => ({
  ...{ header, must, example, pattern: new RegExp(`^(?:${pattern})$`, 's') },
}))

/**
 * Returns a header's value in the header's standard syntax: an entity tag in quotes, or an example instead of
 * a value that no client can interpret.
 */
export function soundHeaderValue(name: string, value: string): string {
  const standard = PATTERNS.find(({ header }) => header.toLowerCase() === name.toLowerCase())
  if (standard === undefined || standard.pattern.test(value)) return value
  const quoted = `"${value}"`
  return standard.pattern.test(quoted) ? quoted : standard.example
}

/**
 * Returns the first standard header of a response whose value no client can interpret, or a `Last-Modified`
 * that is later than the response.
 * @see RFC 9110, 5.6 and 8.8.2.1; RFC 6266, 4.1; RFC 8288, 3; Fetch, 3.2
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
