import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { problemKinds } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { DECLARED, type DeclaredName, printOptions } from '../../build/declared-options.ts'
import { withParts } from '../../build/page-parts.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))

test.each(pages)('docs/%s has its printed parts as their declarations are now', (page) => {
  const text = read(`docs/${page}`)
  expect(withParts(text)).toBe(text)
})

test.each(Object.keys(DECLARED) as DeclaredName[])('every option of %s says what it is for', (name) => {
  const rows = printOptions(name).split('\n').slice(2)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter((row) => !/^\| `\w+` \| [A-Z].+\. \|/.test(row))).toEqual([])
})

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? ''),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('docs/server.md shows the statuses of every kind of problem', () => {
  const rows = [...read('docs/server.md').matchAll(/^\| `([a-z-]+)` \| ([\d, ]+) \|$/gm)].map(
    ([, kind, list]) => [kind, list],
  )
  const statuses = Object.entries(problemKinds).map(([kind, { statuses }]) => [kind, statuses.join(', ')])
  expect(rows).toEqual(statuses)
})

test('README fits one screen', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(80)
})

test('docs/other-tools.md explains each "partly" in a note, and leaves no cell open', () => {
  const [, page = ''] = /(\| \| Concordat [\s\S]+?)\n## /.exec(read('docs/other-tools.md')) ?? []
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
  const tests = [...read('bench/README.md').matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(tests.length).toBeGreaterThan(5)
  for (const file of tests) expect(existsSync(join(root, file)), file).toBe(true)
})
