import { boolCoreTag, floatCoreTag, intCoreTag, NOT_RESOLVED, nullCoreTag } from 'js-yaml'

/** Tags for plain scalars other than strings. */
const TAGS = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag]
/** First characters of plain scalars that may be something other than a string. */
const FIRST_OF_OTHERS = yamlCharacterTable('-+.~0123456789nNtTfF')
/** Length of the longest non-string scalar that starts with a letter: "false". */
const LONGEST_WORD = 5

const [SPACE, COLON] = [32, 58]

/** A table that is true at the given characters' codes. */
export function yamlCharacterTable(characters: string): readonly boolean[] {
  const codes: boolean[] = Array.from({ length: 128 }, () => false)
  for (const character of characters) codes[character.charCodeAt(0)] = true
  return codes
}

/** Thrown for text that needs a complete YAML parser, or is malformed. */
export class UnusualYaml extends Error {}

/** Value of a one-line plain scalar. */
export function yamlPlainScalar(source: string): unknown {
  const code = source.charCodeAt(0)
  if (FIRST_OF_OTHERS[code] !== true || (code > COLON && source.length > LONGEST_WORD)) return source
  for (let index = 0; index < TAGS.length; index++) {
    const value = TAGS[index]?.resolve(source, false, '')
    if (value !== NOT_RESOLVED) return value
  }
  return source
}

/** The text that replaces a line break in a folded scalar, by the number of empty lines that follow it. */
export function foldedYamlBreaks(empty: number): string {
  return empty === 0 ? ' ' : '\n'.repeat(empty)
}

/** Folds a quoted scalar: a single line break becomes a space, or is removed after a backslash. */
export function foldYamlQuoted(lines: readonly string[], column: number): string {
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
    if (index > 0 && line.length - content.length <= column) throw new UnusualYaml()
    if (isJoined && empty > 0) throw new UnusualYaml()
    if (!isJoined) text += foldedYamlBreaks(empty)
    isJoined = !isLast && /(?<!\\)(?:\\\\)*\\$/.test(content)
    text += isJoined ? content.slice(0, -1) : isLast ? content : content.replace(/ +$/, '')
    empty = 0
  }
  return text
}

/** Folds a block scalar. Lines that are indented further than the first line keep their line breaks. */
export function foldYamlBlock(lines: readonly string[]): string {
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
    else text += (isFurther || wasFurther ? '\n'.repeat(empty + 1) : foldedYamlBreaks(empty)) + line
    isFirst = false
    wasFurther = isFurther
    empty = 0
  }
  return text
}

/**
 * Unescapes text as JSON, with an additional escape for a space.
 * @throws {UnusualYaml} for text with any other YAML escape.
 */
export function unescapeYamlAsJson(text: string): string {
  try {
    return JSON.parse(`"${text.replaceAll('\n', '\\n').replace(/(?<!\\)((?:\\\\)*)\\ /g, '$1 ')}"`)
  } catch {
    throw new UnusualYaml()
  }
}
