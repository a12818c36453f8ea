import type { KeywordName } from '@concordat/runtime/subschemas'
import { type Code, LINE_LENGTH, printedCode } from './code.ts'

/** Schema keywords that are printed in the type's comment. */
export const DOC_KEYWORDS = ['title', 'description', 'deprecated'] as const satisfies readonly KeywordName[]

/**
 * A doc comment for a declaration. Character sequences that could end it are escaped. An empty paragraph
 * becomes a blank line.
 */
export function docComment(paragraphs: readonly (string | undefined)[], indent = 0): Code {
  const room = LINE_LENGTH - indent - ' * '.length
  const line = plainLine(paragraphs, room)
  if (line !== undefined) return printedCode(line)
  const lines = withoutBlankEnds(
    paragraphs.flatMap((paragraph) => (paragraph === undefined ? [] : paragraphLines(paragraph, room))),
  )
  const margin = ' '.repeat(indent)
  const [only = ''] = lines
  if (lines.length <= 1 && only.length <= roomOfLine(room)) return printedCode(`/** ${only} */`)
  const block = lines.map((line) => `${margin} * ${line}`.trimEnd()).join('\n')
  return printedCode(`/**\n${block}\n${margin} */`)
}

/**
 * Returns the columns available to a one-line comment, given the columns available to a line in a block
 * comment.
 */
function roomOfLine(room: number): number {
  return room - '/**  */'.length + ' * '.length
}

/** A comment with one short paragraph, which is the usual case; `undefined` for any other. */
function plainLine(paragraphs: readonly (string | undefined)[], room: number): string | undefined {
  const [only] = paragraphs
  if (paragraphs.length !== 1 || only === undefined || only.length > roomOfLine(room)) return undefined
  return isPlain(only) && only.trim() !== '' ? `/** ${only.trimEnd()} */` : undefined
}

/** Text for a line comment or doc comment, on one line. */
export function commentText(text: string): Code {
  return printedCode(commentLines(text).join(' '))
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

/** True for one line of printable ASCII that neither starts nor ends a comment, as in most texts. */
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

/** Table rows, indented code and tags, whose meaning would change if they were wrapped. */
const UNBREAKABLE = /^(?:\s*\||\s{4}|\s*@)/
/** Words that would start a list, heading, quotation, table row or tag at the beginning of a line. */
const BEGINS_MARKUP = /^(?:[-+*#=]+$|\d+[.)]$|[>|@]|~~~|```)/

/** Wraps a line between words. */
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
