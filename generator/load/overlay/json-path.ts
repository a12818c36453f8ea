import { exec } from 'jsonpath-rfc9535'
import type { Path } from '../source/reference.ts'

/** Strings are matched first, to skip queries inside them. */
const NAME = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`
const OPERATOR = '(?:[=!<>]=|[<>])'
const SINGULAR = String.raw`[@$](?:\s*(?:\.[^\s.[\]()=!<>&|,'"?*]+|\[\s*(?:${NAME}|-?\d+)\s*\]))+`
const COMPARED = new RegExp(`${NAME}|(?<=${OPERATOR}\\s*)(${SINGULAR})|(${SINGULAR})(?=\\s*${OPERATOR})`, 'g')

/**
 * Selects nodes of a document.
 * @returns their paths, in the order of the expression.
 * @throws {Error} if the expression is malformed.
 * @see RFC 9535
 */
export function selectPaths(document: unknown, expression: string): readonly Path[] {
  const matches: Path[] = []
  exec(document as Parameters<typeof exec>[0], workAround(expression), (_, path) => {
    matches.push(path.map((name) => (typeof name === 'number' ? String(name) : unescapeName(name))))
  })
  return matches
}

/**
 * Wraps queries with an index. jsonpath-rfc9535 1.3.0 reads `@.tags[0] == 'a'` as empty, but
 * `value(@.tags[0]) == 'a'`, which means the same, correctly.
 */
function workAround(expression: string): string {
  return expression.replace(COMPARED, (text, right?: string, left?: string) =>
    /\[\s*-?\d/.test((right ?? left ?? '').replace(new RegExp(NAME, 'g'), '')) ? `value(${text})` : text,
  )
}

/** Unescapes a name from the library's normalized paths. @see RFC 9535, section 2.7 */
function unescapeName(name: string): string {
  const control: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
  return name.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (control[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
