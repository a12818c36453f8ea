import { exec } from 'jsonpath-rfc9535'
import type { Path } from '../source/reference.ts'

/** Matches a string. Strings are matched before queries, so that queries inside them are skipped. */
const NAME = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`
const OPERATOR = '(?:[=!<>]=|[<>])'
const SINGULAR = String.raw`[@$](?:\s*(?:\.[^\s.[\]()=!<>&|,'"?*]+|\[\s*(?:${NAME}|-?\d+)\s*\]))+`
const COMPARED = new RegExp(`${NAME}|(?<=${OPERATOR}\\s*)(${SINGULAR})|(${SINGULAR})(?=\\s*${OPERATOR})`, 'g')

/**
 * Selects nodes in a document.
 * @returns their paths, in the order that the expression determines.
 * @throws {Error} if the expression is malformed.
 * @see RFC 9535
 */
export function overlayTargetPaths(document: unknown, expression: string): readonly Path[] {
  const matches: Path[] = []
  exec(document as Parameters<typeof exec>[0], workAround(expression), (_, path) => {
    matches.push(path.map((name) => (typeof name === 'number' ? String(name) : unescapeName(name))))
  })
  return matches
}

/**
 * Wraps queries that contain an index. jsonpath-rfc9535 1.3.0 evaluates `@.tags[0] == 'a'` as empty, but
 * evaluates the equivalent `value(@.tags[0]) == 'a'` correctly.
 */
function workAround(expression: string): string {
  return expression.replace(COMPARED, (text, right?: string, left?: string) =>
    /\[\s*-?\d/.test((right ?? left ?? '').replace(new RegExp(NAME, 'g'), '')) ? `value(${text})` : text,
  )
}

/** Unescapes a name in one of the library's normalized paths. @see RFC 9535, section 2.7 */
function unescapeName(name: string): string {
  const control: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
  return name.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (control[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
