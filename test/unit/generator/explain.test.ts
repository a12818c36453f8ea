import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checks } from '@concordat/contract/checks'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../generator/command-line/arguments.ts'
import { exitOfFailure } from '../../../generator/command-line/failure.ts'
import { describeCode, explainedCodes } from '../../../generator/commands/explain/describe-code.ts'
import { CHANGE_KIND_NAMES } from '../../../generator/diff/kinds/kinds.ts'
import { CODES } from '../../../generator/errors/codes.ts'
import { ProblemsError, UsageError } from '../../../generator/errors/problem.ts'

const PAGES = ['docs/rules.md', 'docs/troubleshooting.md', 'docs/diff.md']
const root = resolve(import.meta.dirname, '../../..')

describe('explain', () => {
  test('has some lines for each code, and leads to its place in a page', () => {
    const pages = new Map(PAGES.map((page) => [page, readFileSync(join(root, page), 'utf8')]))
    const lost = explainedCodes().filter((code) => {
      const text = describeCode(code)
      const [, file = '', anchor = ''] = /^More: (docs\/[\w-]+\.md)#(.+)$/m.exec(text) ?? []
      const marks = [
        `<a id="${anchor}"></a>`,
        `\n## \`${anchor}\`\n`,
        `\n## ${anchor.replaceAll('-', ' ')}\n`,
      ]
      const page = pages.get(file)?.toLowerCase() ?? ''
      const isWhole = text.startsWith(`${code}: a`) && text.split('\n').length >= 4
      return !isWhole || !marks.some((mark) => page.includes(mark))
    })
    expect(lost).toEqual([])
    expect(explainedCodes().length).toBeGreaterThan(300)
  })

  test('knows every rule, family, problem and kind of change', () => {
    const rules = checks.flatMap(({ code, assertions }) => [code, ...assertions.map(({ rule }) => rule)])
    expect(new Set(explainedCodes())).toEqual(
      new Set([...rules, ...Object.keys(CODES), ...CHANGE_KIND_NAMES]),
    )
  })

  test('says what to do about a problem, and whom a change breaks', () => {
    expect(describeCode('duplicate-operation-id')).toContain('Fix: Rename one of the operations.')
    expect(describeCode('operation-removed')).toContain(
      "Breaks: callers' source, the server's source, the wire.",
    )
    expect(describeCode('tenancy/list')).toContain('--rule tenancy/list')
  })

  test('offers the nearest code for another word', () => {
    expect(() => describeCode('lifecycle/locatin')).toThrow(UsageError)
    expect(() => describeCode('lifecycle/locatin')).toThrow('Did you mean "lifecycle/location"?')
  })
})

test('wrong documents lead to the explanation of their code', () => {
  const place = { file: 'openapi.yaml', pointer: '#/paths', line: 3, column: 1 }
  const problem = { severity: 'error', place, message: 'It leads to nothing.', fix: 'correct it.' } as const
  const { exitCode, text } = exitOfFailure(
    new ProblemsError([{ ...problem, code: 'unresolvable-reference' }]),
  )
  expect(exitCode).toBe(1)
  expect(text.split('\n').slice(-2)).toEqual([
    '1 problem. Nothing was written.',
    'For details, run: npx concordat explain unresolvable-reference',
  ])
})

test('a word behind a flag without a value is told with the flag', () => {
  const args = ['verify', 'http://127.0.0.1:8000', '--write-baseline', 'known.yaml']
  expect(() => readArguments(args)).toThrow(
    '"--write-baseline" takes no value, but "known.yaml" follows it. See: concordat verify --help',
  )
  expect(() => readArguments(['verify', '--write-baseline', 'http://127.0.0.1:8000'])).not.toThrow()
})
