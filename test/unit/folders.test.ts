import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** Pages that list the folders beside them, one line each. */
const PAGES = [
  'generator/FOLDERS.md',
  'runtime/http/README.md',
  'runtime/schema/README.md',
  'runtime/client/README.md',
  'runtime/server/README.md',
  'runtime/mock/FOLDERS.md',
  'runtime/contract/lexicon/README.md',
  'runtime/contract/data/README.md',
  'runtime/contract/traffic/README.md',
  'runtime/contract/world/README.md',
  'runtime/contract/rules/README.md',
  'runtime/contract/run/README.md',
  'runtime/contract/report/README.md',
  'server/FOLDERS.md',
]

function foldersIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
}

describe.each(PAGES)('%s', (page) => {
  const folder = dirname(page)
  const text = readFileSync(join(ROOT, page), 'utf8')

  test('lists all folders beside it, and no other', () => {
    const cells = [...text.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell)
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name))
    expect(listed.toSorted()).toEqual(foldersIn(folder).toSorted())
  })
})

test('the tests of the suite lie where its sources do', () => {
  const tests = join(ROOT, 'test/unit/contract')
  const OF_TESTS = ['pet', 'support', 'tls']
  const folders = readdirSync(tests, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map(({ parentPath }) => parentPath.slice(tests.length + 1))
    .filter((folder) => !OF_TESTS.includes(folder))
  const sources = readdirSync(join(ROOT, 'runtime/contract'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(ROOT, 'runtime/contract').length + 1))
  expect([...new Set(folders)].filter((folder) => !sources.includes(folder))).toEqual([])
})
