/** What stands in records where a credential stood: a variable of a shell, which fills it in from the environment. */
export const HIDDEN = '$CONCORDAT_KEY'

/** A variable as records hold it, the second form where a letter or digit follows. */
const VARIABLE = /\$CONCORDAT_[A-Z0-9_]+|\$\{CONCORDAT_[A-Z0-9_]+\}/g

/** Ends of the names of variables that hold another one's value, written in another way. */
export const BASE64 = '_BASE64'
export const ENCODED = '_ENCODED'
/** Without its last character. */
export const CUT = '_CUT'
/** In the other letter case. */
export const SWAPPED = '_SWAPPED'

/** The same for a POSIX shell, made of the plain variable. */
const FORMS: readonly (readonly [end: string, made: (plain: string) => string])[] = [
  [BASE64, (plain) => `$(printf '%s' "$${plain}" | base64 | tr -d '\\n')`],
  [ENCODED, (plain) => `$(jq -rn --arg value "$${plain}" '$value | @uri')`],
  [CUT, (plain) => `"\${${plain}%?}"`],
  [SWAPPED, (plain) => `$(printf '%s' "$${plain}" | tr 'a-zA-Z' 'A-Za-z')`],
]

/** Lines for a POSIX shell that make variables of the plain ones that a person has, each after what it is made of. */
export function formsOf(variables: readonly string[]): readonly string[] {
  return [...new Set(variables.flatMap(madeOf))]
}

function madeOf(variable: string): readonly string[] {
  const form = FORMS.find(([end]) => variable.endsWith(end))
  if (form === undefined) return []
  const [end, made] = form
  const plain = variable.slice(0, -end.length)
  return [...madeOf(plain), `${variable}=${made(plain)}`]
}

/** Hides a secret in a text. @param variable its name with a dollar sign: `$CONCORDAT_KEY`. */
export function hideIn(text: string, { secret, variable }: Secret): string {
  if (!text.includes(secret)) return text
  return text
    .split(secret)
    .reduce((before, after) => before + (/^\w/.test(after) ? `\${${variable.slice(1)}}` : variable) + after)
}

/** A text that no record may show, and the variable that stands for it. */
export interface Secret {
  readonly secret: string
  readonly variable: string
}

/** The names of the variables in a text, each once. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([found]) => found.replace(/\W/g, '')))]
}

/** Single quotes keep everything literal but themselves; variables of credentials are what must not stay so. */
export function quote(text: string): string {
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
