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
import { FIRST_STEPS } from '../../../runtime/schema/evaluation/work.ts'
import { MAX_NAME_LENGTH } from '../../../runtime/server/bodies/body-limits.ts'
import { MAX_HEAD_BYTES } from '../../../runtime/server/node.ts'
import { MOST_CHUNKS } from '../../../runtime/server/node-http/limit-chunks.ts'
import { DEFAULT_MAX_BODY_BYTES } from '../../../runtime/server/operation/compile-operation.ts'

const root = join(import.meta.dirname, '../../..')

/** A limit in the code, its option, and the beginning of the name of the test that checks it. */
type Limit = readonly [limit: number, option: string, test: string]

const BY_DEFAULT = 'by default half a million members, a million items and 512 levels are taken'
const ONE_EVENT = 'one event without an end is refused at its bound'

const BODY_TESTS: Readonly<Record<keyof typeof DEFAULT_BODY_LIMITS, string>> = {
  depth: BY_DEFAULT,
  members: BY_DEFAULT,
  names: 'count again in another order',
  items: BY_DEFAULT,
  fields: 'a thousand fields by default',
}

/** All limits of a server. */
const LIMITS: readonly Limit[] = [
  [MAX_HEAD_BYTES, 'none', 'a query may have 60 kB, and no more than the head has room for'],
  [DEFAULT_MAX_BODY_BYTES, '`maxBodyBytes`', 'a body that is longer than'],
  [MOST_CHUNKS, 'none', 'is refused if they are many and short'],
  ...Object.entries(DEFAULT_BODY_LIMITS).map(
    ([name, limit]): Limit => [
      limit,
      `\`bodyLimits.${name}\``,
      BODY_TESTS[name as keyof typeof DEFAULT_BODY_LIMITS],
    ],
  ),
  [MAX_NAME_LENGTH, 'none', 'are not too long'],
  [MAX_PART_HEAD_BYTES, 'none', 'long headers'],
  [MAX_ITEM_LENGTH, 'none', ONE_EVENT],
  [FIRST_STEPS, 'none', 'a value is refused that takes too many steps'],
  [DEFAULT_MAX_ISSUES, '`maxIssues`', 'the number of issues is an option'],
  [longestText('^(a)\\1$'), 'none', 'no pattern of a document holds the server up'],
]

/** All limits of a client. */
const CLIENT_LIMITS: readonly Limit[] = [
  [DEFAULT_RESPONSE_BYTES, '`maxBytes`', 'bytes count after decompression'],
  [MAX_ITEM_LENGTH, 'none', ONE_EVENT],
  [MAX_REDIRECTS, 'none', 'redirects that do not end are a NetworkError'],
  [MAX_EMPTY_PAGES, 'none', 'empty pages without end are a failure'],
]

const SERVER = 'rejected with'
const CLIENT = 'throws'

/** Returns the cells in the rows of a table. @param by the header of its fourth column. */
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
  expect(known).toEqual(expect.arrayContaining(limits.map(([limit, option]) => [limit, option])))
})

test.each([
  [SERVER, /^4\d\d$/],
  [CLIENT, /^[A-Z]\w+Error$/],
])('and what is "%s" …', (by, outcome) => {
  for (const [what, , , status] of rows(by)) expect(status, what).toMatch(outcome)
})

test('and a test holds each', () => {
  const names = readdirSync(join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.test.ts') && !name.endsWith('bounds-table.test.ts'))
  const texts = files.map((name) => readFileSync(join(root, 'test/unit', name), 'utf8'))
  for (const [, option, test] of [...LIMITS, ...CLIENT_LIMITS])
    expect(
      texts.some((text) => text.includes(`'${test}`)),
      `${option}: "${test}"`,
    ).toBe(true)
})
