import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { longestText } from '@concordat/runtime/linear-pattern'
import { DEFAULT_BODY_LIMITS } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { MAX_REDIRECTS } from '../../../runtime/client/credentials/follow-redirects.ts'
import { DEFAULT_RESPONSE_BYTES } from '../../../runtime/client/middlewares/limit-responses.ts'
import { MAX_EMPTY_PAGES } from '../../../runtime/client/pages/paginate.ts'
import { MAX_PART_HEAD_BYTES } from '../../../runtime/http/multipart/parts-reader.ts'
import { MAX_ITEM_LENGTH } from '../../../runtime/http/stream/decode-stream.ts'
import { DEFAULT_MAX_ISSUES } from '../../../runtime/schema/compile.ts'
import { FIRST_STEPS } from '../../../runtime/schema/evaluation/budget.ts'
import { MAX_NAME_LENGTH } from '../../../runtime/server/bodies/body-limits.ts'
import { MAX_HEAD_BYTES } from '../../../runtime/server/node.ts'
import { DEFAULT_MAX_BODY_BYTES } from '../../../runtime/server/operation/compile-operation.ts'

const root = join(import.meta.dirname, '../../..')

/** Each limit of a server: its default in the code, and its option. */
const LIMITS: readonly (readonly [limit: number, option: string])[] = [
  [MAX_HEAD_BYTES, 'none'],
  [DEFAULT_MAX_BODY_BYTES, '`maxBodyBytes`'],
  ...Object.entries(DEFAULT_BODY_LIMITS).map(([name, limit]) => [limit, `\`bodyLimits.${name}\``] as const),
  [MAX_NAME_LENGTH, 'none'],
  [MAX_PART_HEAD_BYTES, 'none'],
  [MAX_ITEM_LENGTH, 'none'],
  [FIRST_STEPS, 'none'],
  [DEFAULT_MAX_ISSUES, '`maxIssues`'],
  [longestText('^(a)\\1$'), 'none'],
]

/** Each limit of a client. */
const CLIENT_LIMITS: readonly (readonly [limit: number, option: string])[] = [
  [DEFAULT_RESPONSE_BYTES, '`maxBytes` of `limitResponses`'],
  [MAX_ITEM_LENGTH, 'none'],
  [MAX_REDIRECTS, 'none'],
  [MAX_EMPTY_PAGES, 'none'],
]

const SERVER = 'refused with'
const CLIENT = 'ends with'

/** The cells of the rows below the heads of a table. @param by the head of its fourth column. */
function rows(by: string): string[][] {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const [, table = ''] = new RegExp(`\\| what .*\\| ${by} .*\n\\|[-|]+\n((?:\\|.*\n)+)`).exec(page) ?? []
  const lines = table.trimEnd().split('\n')
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

test.each([
  ['server', SERVER, LIMITS],
  ['client', CLIENT, CLIENT_LIMITS],
])('docs/security.md names each limit of a %s with its default and its option', (_, by, limits) => {
  const known = rows(by).map(([, limit, option]) => [Number(limit), option])
  expect(known).toHaveLength(limits.length)
  expect(known).toEqual(expect.arrayContaining(limits.map((limit) => [...limit])))
})

test.each([
  [SERVER, /^4\d\d$/],
  [CLIENT, /^[A-Z]\w+Error$/],
])('and the test that holds what is "%s" …', (by, outcome) => {
  const names = readdirSync(join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.test.ts') && !name.endsWith('bounds-table.test.ts'))
  const texts = files.map((name) => readFileSync(join(root, 'test/unit', name), 'utf8'))
  for (const [what, , , status, test = ''] of rows(by)) {
    expect(status, what).toMatch(outcome)
    expect(test, what).not.toBe('')
    expect(
      texts.some((text) => text.includes(`'${test}`)),
      `${what}: "${test}"`,
    ).toBe(true)
  }
})
