import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { problemKinds } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { CODES } from '../../generator/errors/codes.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

test('docs/problems.md lists every problem code with its meaning', () => {
  const rows = [...read('docs/problems.md').matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(
    ([, code, meaning]) => [code, meaning],
  )
  expect(Object.fromEntries(rows)).toEqual(CODES)
})

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? ''),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('a page shows a generated test as it stands', () => {
  const [, file = '', code = ''] =
    /One generated test, as it stands in `(.+)`:\n```ts\n([\s\S]+?)\n```/.exec(
      read('docs/start-testing.md'),
    ) ?? []
  expect(code).toContain('describe(')
  expect(read(file)).toContain(code)
})

test('docs/server.md shows a server as it stands, and the statuses of every kind of problem', () => {
  const page = read('docs/server.md')
  const [, file = '', code = ''] = /As it stands in `(.+)`:\n```ts\n([\s\S]+?)```/.exec(page) ?? []
  expect(read(file)).toBe(code)
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| ([\d, ]+) \|$/gm)].map(([, kind, list]) => [kind, list])
  const statuses = Object.entries(problemKinds).map(([kind, { statuses }]) => [kind, statuses.join(', ')])
  expect(rows).toEqual(statuses)
})

test('README fits one screen', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(80)
})

test('docs/comparison.md explains each "partly" in a note, and leaves no cell open', () => {
  const page = read('docs/comparison.md')
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  const cells = rows.flatMap((row) =>
    row
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells.filter((cell) => cell === '' || cell.includes('?'))).toEqual([])
  const noted = cells.flatMap((cell) => [...cell.matchAll(/~(\d*)/g)].map(([, number]) => Number(number)))
  const notes = [...page.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  expect([...new Set(noted)].toSorted((one, other) => one - other)).toEqual(notes)
  const tests = [...page.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(tests.length).toBeGreaterThan(5)
  for (const file of tests) expect(existsSync(join(root, file)), file).toBe(true)
})
