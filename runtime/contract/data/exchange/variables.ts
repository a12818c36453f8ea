/** Stands for a credential in records: a shell variable that is expanded from the environment. */
export const HIDDEN = '$CONCORDAT_KEY'

/** A variable in records. The second form is used if a letter, digit or underscore follows. */
const VARIABLE = /\$CONCORDAT_[A-Z0-9_]+|\$\{CONCORDAT_[A-Z0-9_]+\}/g

/** Suffixes of variables that contain another variable's value in a different form. */
export const BASE64_SECRET = '_BASE64'
export const ENCODED_SECRET = '_ENCODED'
/** Without its last character. */
export const CUT_SECRET = '_CUT'
/** Suffix for the value with upper and lower case swapped. */
export const SWAPPED_SECRET = '_SWAPPED'

/** For each suffix, the POSIX shell expression that converts the plain variable's value. */
const FORMS: readonly (readonly [end: string, made: (plain: string) => string])[] = [
  [BASE64_SECRET, (plain) => `$(printf '%s' "$${plain}" | base64 | tr -d '\\n')`],
  [ENCODED_SECRET, (plain) => `$(jq -rn --arg value "$${plain}" '$value | @uri')`],
  [CUT_SECRET, (plain) => `"\${${plain}%?}"`],
  [SWAPPED_SECRET, (plain) => `$(printf '%s' "$${plain}" | tr 'a-zA-Z' 'A-Za-z')`],
]

/**
 * POSIX shell lines that derive the other forms from the variables that a user sets. Each line comes after
 * the lines that it needs.
 */
export function derivedVariableLines(variables: readonly string[]): readonly string[] {
  return [...new Set(variables.flatMap(madeOf))]
}

function madeOf(variable: string): readonly string[] {
  const form = FORMS.find(([end]) => variable.endsWith(end))
  if (form === undefined) return []
  const [end, made] = form
  const plain = variable.slice(0, -end.length)
  return [...madeOf(plain), `${variable}=${made(plain)}`]
}

/** A name for use in an environment variable: "project_id" and "project-id" become `PROJECT_ID`. */
export function environmentName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}

/** Hides a secret in a string. @param variable the variable's name with a dollar sign: `$CONCORDAT_KEY`. */
export function hideSecretIn(text: string, { secret, variable }: Secret): string {
  return text.includes(secret) ? withBetween(text.split(secret), variable) : text
}

/** Joins the parts of a string with a variable. */
function withBetween(parts: readonly string[], variable: string): string {
  return parts.reduce(
    (before, after) => before + (/^\w/.test(after) ? `\${${variable.slice(1)}}` : variable) + after,
  )
}

/**
 * Matches a query parameter of a URL in plain text, JSON or HTML. The groups are the separator, the name and
 * the value.
 */
const IN_QUERY = /([?&]|&amp;|\\u0026)([\w.~%-]+)=((?:[^&\s"'<>`\\#]|\\\/)+)/g

/**
 * Replaces values in the queries of URLs. @param other returns a replacement, or `undefined` to keep a value.
 */
export function rewriteQueries(
  text: string,
  other: (parameter: { readonly name: string; readonly value: string }) => string | undefined,
): string {
  return text.replace(
    IN_QUERY,
    (_, before: string, name: string, value: string) => `${before}${name}=${other({ name, value }) ?? value}`,
  )
}

/** Hides escaped secrets in the queries of URLs, whichever characters the client or server escaped. */
export function hideSecretsInQueries(text: string, secrets: readonly Secret[]): string {
  return rewriteQueries(text, ({ value }) => {
    if (!/[%+]/.test(value)) return undefined
    const plain = unescaped(value)
    const known = secrets.find(({ secret }) => plain.includes(secret))
    return (
      known && withBetween(plain.split(known.secret).map(encodeURIComponent), known.variable + ENCODED_SECRET)
    )
  })
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}

/** A string that must not appear in any record, and the variable that replaces it. */
export interface Secret {
  readonly secret: string
  readonly variable: string
}

/** The names of the variables in a string, without duplicates. */
export function secretVariablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([found]) => found.replace(/\W/g, '')))]
}

/**
 * Quotes a string for a POSIX shell. Single quotes keep everything literal except single quotes themselves.
 * Credential variables are put outside them, so that the shell expands them.
 */
export function curlQuote(text: string): string {
  const parts = text.split(VARIABLE)
  const found = [...text.matchAll(VARIABLE)].map(([variable]) => variable)
  return parts.map((part, index) => literal(part) + inQuotes(found[index])).join('') || "''"
}

function inQuotes(variable: string | undefined): string {
  return variable === undefined ? '' : `"${variable}"`
}

/** A character that is repeated so often that a terminal would show nothing else. */
const LONG_RUN = /([\w[\](){}.,:])\1{199,}/g

/** Quotes a string without variables. The shell writes long runs of one character itself. */
function literal(part: string): string {
  const runs = [...part.matchAll(LONG_RUN)]
  const ends = [0, ...runs.map((run) => run.index + run[0].length)]
  const before = runs.map((run, index) => quoted(part.slice(ends[index], run.index)) + written(run[0]))
  return before.join('') + quoted(part.slice(ends.at(-1)))
}

function written(run: string): string {
  return `"$(printf '%${run.length}s' '' | tr ' ' '${run[0]}')"`
}

function quoted(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`
}
