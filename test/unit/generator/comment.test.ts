import { describe, expect, test } from 'vitest'
import { docComment } from '../../../generator/emit/print/comment.ts'

describe('docComment', () => {
  test.each(['*/ x', 'a\n*/', '/* */ /**/', '*\u2028/', '*/*/', '\\*/', `${'x '.repeat(60)}*/ x`])(
    '%j does not end the comment',
    (text) => {
      expect(new Function(`return (${docComment([text])} 1)`)()).toBe(1)
      expect(`${docComment([text])}`.slice(0, -2)).not.toContain('*/')
    },
  )

  test('an empty paragraph is a blank line, and none stands at an end', () => {
    expect(`${docComment(['', 'Summary', '', '\nDescription\n', ''])}`).toBe(
      '/**\n * Summary\n *\n * Description\n */',
    )
  })

  test('a long line is broken between words, at the margin of its list', () => {
    const words = 'word '.repeat(30).trim()
    expect(`${docComment([`- ${words}`], 2)}`.split('\n')).toEqual([
      '/**',
      `   * - ${'word '.repeat(20).trim()}`,
      `   *   ${'word '.repeat(10).trim()}`,
      '   */',
    ])
  })

  test.each(['| a '.repeat(40), `    ${'code '.repeat(40)}`, `@see ${'there '.repeat(40)}`])(
    'a line that means something else in two stays whole: %j',
    (line) => {
      expect(`${docComment([line])}`).toContain(line.trimEnd())
    },
  )

  test('a line between fences stays whole', () => {
    const code = 'f(x) '.repeat(40).trim()
    expect(`${docComment([`\`\`\`\n${code}\n\`\`\``])}`).toContain(` * ${code}\n`)
  })

  test('no word that would begin a list or a tag comes to the beginning of a line', () => {
    const text = '- + # > | @tag 1. '.repeat(20)
    for (const line of `${docComment([`Text ${text}`])}`.split('\n').slice(2, -1))
      expect(line).not.toMatch(/^ \* (?:[-+#>|@]|1\.)/)
  })
})
