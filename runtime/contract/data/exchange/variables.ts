/** Replaces a credential in records: a shell variable, which is expanded from the environment. */
export const HIDDEN = '$CONCORDAT_KEY'

/** A variable in records, in the second form if a letter or digit follows. */
const VARIABLE = /\$CONCORDAT_[A-Z0-9_]+|\$\{CONCORDAT_[A-Z0-9_]+\}/g

/** Suffixes of variables with another variable's value in another form. */
export const BASE64 = '_BASE64'
export const ENCODED = '_ENCODED'
/** Without its last character. */
export const CUT = '_CUT'
/** In the other letter case. */
export const SWAPPED = '_SWAPPED'

/** The forms for a POSIX shell, derived from the plain variable. */
const FORMS: readonly (readonly [end: string, made: (plain: string) => string])[] = [
  [BASE64, (plain) => `$(printf '%s' "$${plain}" | base64 | tr -d '\\n')`],
  [ENCODED, (plain) => `$(jq -rn --arg value "$${plain}" '$value | @uri')`],
  [CUT, (plain) => `"\${${plain}%?}"`],
  [SWAPPED, (plain) => `$(printf '%s' "$${plain}" | tr 'a-zA-Z' 'A-Za-z')`],
]

/**
 * Lines for a POSIX shell that derive variables from the plain ones that a user has, each after those it
 * needs.
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

/** "project_id" and "project-id" as `PROJECT_ID`: a name in an environment variable. */
export function environmentName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}

/** Hides a secret in a text. @param variable its name with a dollar sign: `$CONCORDAT_KEY`. */
export function hideSecretIn(text: string, { secret, variable }: Secret): string {
  return text.includes(secret) ? withBetween(text.split(secret), variable) : text
}

/** Parts of a text with a variable between them. */
function withBetween(parts: readonly string[], variable: string): string {
  return parts.reduce(
    (before, after) => before + (/^\w/.test(after) ? `\${${variable.slice(1)}}` : variable) + after,
  )
}

/**
 * A parameter in the query of a URL in plain text, JSON or HTML: the character before its name, the name, and
 * the value.
 */
const IN_QUERY = /([?&]|&amp;|\\u0026)([\w.~%-]+)=((?:[^&\s"'<>`\\#]|\\\/)+)/g

/** Replaces values in the queries of URLs. @param other returns `undefined` to keep a value. */
export function rewriteQueries(
  text: string,
  other: (parameter: { readonly name: string; readonly value: string }) => string | undefined,
): string {
  return text.replace(
    IN_QUERY,
    (_, before: string, name: string, value: string) => `${before}${name}=${other({ name, value }) ?? value}`,
  )
}

/**
 * Hides secrets in the queries of URLs, whatever their escapes: servers and clients escape different
 * characters.
 */
export function hideSecretsInQueries(text: string, secrets: readonly Secret[]): string {
  return rewriteQueries(text, ({ value }) => {
    if (!/[%+]/.test(value)) return undefined
    const plain = unescaped(value)
    const known = secrets.find(({ secret }) => plain.includes(secret))
    return known && withBetween(plain.split(known.secret).map(encodeURIComponent), known.variable + ENCODED)
  })
}

/** Unchanged if it has no valid escapes. */
function unescaped(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}

/** A text that no record may show, and its variable. */
export interface Secret {
  readonly secret: string
  readonly variable: string
}

/** The names of the variables in a text, each once. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([found]) => found.replace(/\W/g, '')))]
}

/**
 * Single quotes keep everything literal but themselves; variables of credentials must be outside them to
 * expand.
 */
export function shellQuote(text: string): string {
  const parts = text.split(VARIABLE)
  const found = [...text.matchAll(VARIABLE)].map(([variable]) => variable)
  return parts.map((part, index) => literal(part) + inQuotes(found[index])).join('') || "''"
}

function inQuotes(variable: string | undefined): string {
  return variable === undefined ? '' : `"${variable}"`
}

function literal(part: string): string {
  return part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`
}
