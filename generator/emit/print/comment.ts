import type { KeywordName } from '@concordat/runtime/subschemas'
import { type Code, LINE_LENGTH, printed } from './code.ts'

/** Keywords of a schema that become the comment of its type. */
export const DOC_KEYWORDS = ['title', 'description', 'deprecated'] as const satisfies readonly KeywordName[]

/**
 * A doc comment of these paragraphs, ready to precede a declaration. Characters that could end it are
 * escaped. An empty paragraph is a blank line.
 */
export function docComment(paragraphs: readonly (string | undefined)[], indent = 0): Code {
  const room = LINE_LENGTH - indent - ' * '.length
  const line = plainLine(paragraphs, room)
  if (line !== undefined) return printed(line)
  const lines = withoutBlankEnds(
    paragraphs.flatMap((paragraph) => (paragraph === undefined ? [] : paragraphLines(paragraph, room))),
  )
  const margin = ' '.repeat(indent)
  const [only = ''] = lines
  if (lines.length <= 1 && only.length <= roomOfLine(room)) return printed(`/** ${only} */`)
  const block = lines.map((line) => `${margin} * ${line}`.trimEnd()).join('\n')
  return printed(`/**\n${block}\n${margin} */`)
}

/** Room for a comment that stands on one line alone, from that of one line of a block. */
function roomOfLine(room: number): number {
  return room - '/**  */'.length + ' * '.length
}

/** A comment of one short paragraph, as most are; nothing where there is more to it. */
function plainLine(paragraphs: readonly (string | undefined)[], room: number): string | undefined {
  const [only] = paragraphs
  if (paragraphs.length !== 1 || only === undefined || only.length > roomOfLine(room)) return undefined
  return isPlain(only) && only.trim() !== '' ? `/** ${only.trimEnd()} */` : undefined
}

/** Text inside a line comment or a doc comment, on one line. */
export function commentText(text: string): Code {
  return printed(commentLines(text).join(' '))
}

function paragraphLines(paragraph: string, room: number): string[] {
  if (paragraph === '') return ['']
  let isFenced = false
  return commentLines(paragraph).flatMap((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isFenced = !isFenced
    return isFence || isFenced ? [line] : wrapped(line, room)
  })
}

/** One line of printable ASCII that neither begins nor ends a comment: most texts of a document. */
function isPlain(text: string): boolean {
  return /^[ -~]+$/.test(text) && !text.includes('*/') && !text.includes('/*')
}

function commentLines(text: string): string[] {
  if (isPlain(text)) return text.trim() === '' ? [] : [text.trimEnd()]
  const lines = text
    .replaceAll('*/', '*\\/')
    .replaceAll('/*', '/\\*')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trimEnd())
  return withoutBlankEnds(lines.filter((line, index) => line !== '' || lines[index - 1] !== ''))
}

function withoutBlankEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  return first < 0 ? [] : lines.slice(first, last + 1)
}

/** Rows of tables, indented code and tags, which mean something else when they go on in a second line. */
const UNBREAKABLE = /^(?:\s*\||\s{4}|\s*@)/
/** Words that would begin a list, a heading, a quotation, a row or a tag if a line began with them. */
const BEGINS_MARKUP = /^(?:[-+*#=]+$|\d+[.)]$|[>|@]|~~~|```)/

/** A line as several that fit, broken between words. */
function wrapped(line: string, room: number): string[] {
  if (line.length <= room || UNBREAKABLE.test(line)) return [line]
  const margin = /^\s*(?:(?:[-+*]|\d+[.)])\s+)?/.exec(line)?.[0] ?? ''
  const text = line.slice(margin.length).replace(/ {2,}/g, ' ')
  const lines: string[] = []
  let before = margin
  let start = 0
  for (let end = endOfWord(text, 0); end < text.length; ) {
    const next = end + 1
    const nextEnd = endOfWord(text, next)
    const isFull = before.length + nextEnd - start > room
    if (isFull && !BEGINS_MARKUP.test(text.slice(next, nextEnd))) {
      lines.push(before + text.slice(start, end))
      before = ' '.repeat(margin.length)
      start = next
    }
    end = nextEnd
  }
  lines.push(before + text.slice(start))
  return lines
}

function endOfWord(text: string, start: number): number {
  const end = text.indexOf(' ', start)
  return end < 0 ? text.length : end
}
