import { boolCoreTag, floatCoreTag, intCoreTag, NOT_RESOLVED, nullCoreTag } from 'js-yaml'

/** Types that a plain scalar may have besides text. */
const TAGS = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag]
/** The first characters of those. */
const FIRST_OF_OTHERS = charactersOf('-+.~0123456789nNtTfF')
/** Longer texts that begin with a letter are nothing else: "false". */
const LONGEST_WORD = 5

const [SPACE, COLON] = [32, 58]

/** Table that is true at the codes of the characters. */
export function charactersOf(characters: string): readonly boolean[] {
  const codes: boolean[] = Array.from({ length: 128 }, () => false)
  for (const character of characters) codes[character.charCodeAt(0)] = true
  return codes
}

/** The text has something that only a whole parser of YAML reads, or refuses. */
export class Unusual extends Error {}

/** The value of a plain scalar of one line. */
export function meaningOf(source: string): unknown {
  const code = source.charCodeAt(0)
  if (FIRST_OF_OTHERS[code] !== true || (code > COLON && source.length > LONGEST_WORD)) return source
  for (let index = 0; index < TAGS.length; index++) {
    const value = TAGS[index]?.resolve(source, false, '')
    if (value !== NOT_RESOLVED) return value
  }
  return source
}

/** Text for a line break in a folded scalar, by the number of empty lines after it. */
export function lineBreaks(empty: number): string {
  return empty === 0 ? ' ' : '\n'.repeat(empty)
}

/** A break is a space, or nothing after a backslash. */
export function foldQuoted(lines: readonly string[], column: number): string {
  let text = ''
  let empty = 0
  let isJoined = true
  for (const [index, line] of lines.entries()) {
    const content = index === 0 ? line : line.replace(/^ +/, '')
    const isLast = index === lines.length - 1
    if (!isLast && index > 0 && content === '') {
      empty++
      continue
    }
    if (index > 0 && line.length - content.length <= column) throw new Unusual()
    if (isJoined && empty > 0) throw new Unusual()
    if (!isJoined) text += lineBreaks(empty)
    isJoined = !isLast && /(?<!\\)(?:\\\\)*\\$/.test(content)
    text += isJoined ? content.slice(0, -1) : isLast ? content : content.replace(/ +$/, '')
    empty = 0
  }
  return text
}

/** Lines that are indented further than the first stay lines of their own. */
export function foldBlock(lines: readonly string[]): string {
  let text = ''
  let empty = 0
  let isFirst = true
  let wasFurther = false
  for (const line of lines) {
    if (line === '') {
      empty++
      continue
    }
    const isFurther = line.charCodeAt(0) === SPACE
    if (isFirst) text = '\n'.repeat(empty) + line
    else text += (isFurther || wasFurther ? '\n'.repeat(empty + 1) : lineBreaks(empty)) + line
    isFirst = false
    wasFurther = isFurther
    empty = 0
  }
  return text
}

/** The escapes of JSON mean the same in YAML, which has one for a space as well. */
export function unescapeAsJson(text: string): string {
  try {
    return JSON.parse(`"${text.replaceAll('\n', '\\n').replace(/(?<!\\)((?:\\\\)*)\\ /g, '$1 ')}"`)
  } catch {
    throw new Unusual()
  }
}
