declare const code: unique symbol

/**
 * Text that is safe to print into a generated file. Only this file makes it, so text of a document that was not
 * escaped does not compile where code is wanted.
 */
export type Code = string & { readonly [code]: true }

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
const LINE_LENGTH = 110

/** Joins fixed text and code: code`export type ${name} = ${type}`. The fixed text is ours, never a document's. */
export function source(fixed: TemplateStringsArray, ...parts: readonly Code[]): Code {
  return String.raw({ raw: fixed }, ...parts) as Code
}

export function join(parts: readonly Code[], separator: ' | ' | ' & ' | ', ' | '; ' | ''): Code {
  return parts.join(separator) as Code
}

/** @throws when the name is no identifier: names are made identifiers in the model. */
export function identifier(name: string): Code {
  if (!IDENTIFIER.test(name)) throw new Error(`"${name}" is no identifier`)
  return name as Code
}

/** A string in single quotes; whatever could end it, a line or a script element is escaped. */
export function stringLiteral(text: string): Code {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029').replaceAll('</', '<\\/')}'` as Code
}

/** A property name in an object literal or type: bare where it can be, computed where it would set the prototype. */
export function propertyKey(name: string): Code {
  if (name === '__proto__') return "['__proto__']" as Code
  return /^[A-Za-z_$][\w$]*$/.test(name) ? (name as Code) : stringLiteral(name)
}

/** A whole number that stands in the output as it is: a status. */
export function integer(value: number): Code {
  if (!Number.isSafeInteger(value)) throw new Error(`"${value}" is no integer`)
  return String(value) as Code
}

/** Objects that are printed elsewhere already, and the expressions that name them. */
export type Printed = ReadonlyMap<unknown, Code>

/** A JSON value as a JavaScript expression, on one line where it fits. Own properties only. */
export function literal(value: unknown, indent = 0, known: Printed = new Map()): Code {
  return print(value, { indent, room: LINE_LENGTH - indent, known }) as Code
}

function print(
  value: unknown,
  { indent, room, known }: { indent: number; room: number; known: Printed },
): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const name = known.get(value)
  if (name !== undefined) return name
  const isArray = Array.isArray(value)
  const entries = isArray
    ? value.map((item): [string, unknown] => ['', item])
    : Object.entries(value).filter(([, item]) => item !== undefined)
  if (entries.length === 0) return isArray ? '[]' : '{}'
  const inner = indent + 2
  const parts = entries.map(([name, item]) => {
    const key = isArray ? '' : `${propertyKey(name)}: `
    return key + print(item, { indent: inner, room: LINE_LENGTH - inner - key.length - 1, known })
  })
  const [open, close] = isArray ? ['[', ']'] : ['{ ', ' }']
  const length = parts.reduce((sum, part) => sum + part.length + 2, 2)
  if (length <= room && !parts.some((part) => part.includes('\n')))
    return `${open}${parts.join(', ')}${close}`
  const margin = ' '.repeat(inner)
  return `${open.trim()}\n${parts.map((part) => `${margin}${part},\n`).join('')}${' '.repeat(indent)}${close.trim()}`
}

/** A doc comment of these paragraphs, ready to stand before a declaration; what could end it is escaped. */
export function docComment(paragraphs: readonly (string | undefined)[], indent = 0): Code {
  const lines = paragraphs.flatMap((paragraph) => (paragraph === undefined ? [] : commentLines(paragraph)))
  const margin = ' '.repeat(indent)
  if (lines.length === 1) return `/** ${lines[0]} */` as Code
  return `/**\n${lines.map((line) => `${margin} * ${line}`.trimEnd()).join('\n')}\n${margin} */` as Code
}

/** Text inside a line comment or a doc comment, on one line. */
export function commentText(text: string): Code {
  return commentLines(text).join(' ') as Code
}

function commentLines(text: string): string[] {
  return text
    .replaceAll('*/', '*\\/')
    .replaceAll('/*', '/\\*')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trimEnd())
    .filter(
      (line, index, all) => line !== '' || (index > 0 && index < all.length - 1 && all[index - 1] !== ''),
    )
}

/** Code that a trusted printer made: openapi-typescript prints through TypeScript's own factory. */
export function printed(text: string): Code {
  return text as Code
}
