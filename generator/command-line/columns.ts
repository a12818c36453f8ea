/** Width of help texts in characters. */
const WIDTH = 110
/** Column where descriptions start. */
const INDENT = 32

/** Formats a name and its wrapped description in two columns; a long name gets its own line. */
export function helpColumns(left: string, text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && INDENT + line.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  const [first = '', ...rest] = lines.map((line) => `${' '.repeat(INDENT)}${line}`)
  const isLong = left.length >= INDENT
  const head = isLong ? [left, first] : [`${left.padEnd(INDENT)}${first.slice(INDENT)}`]
  return [...head, ...rest].join('\n')
}
