import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** Pages that list the folders next to them, and for some of these the folders inside, in rows of a table. */
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

/** Names in backticks. */
function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name)
}

/** Returns all sources in a folder as one string. */
function sourcesOf(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')
}

describe.each(PAGES)('%s', (page) => {
  const folder = dirname(page)
  const text = readFileSync(join(ROOT, page), 'utf8')

  test('lists all folders beside it, all or none of those inside each, and no other', () => {
    const cells = [...text.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell)
    const listed = cells.flatMap(namesIn)
    const parents = new Set(['.', ...listed.map((name) => dirname(name))])
    const expected = [...parents].flatMap((parent) =>
      foldersIn(join(folder, parent)).map((name) => join(parent, name)),
    )
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  test('names main types that their folders declare', () => {
    const rows = text.matchAll(/^\| (`[^|]+) \|.*\| ([^|]+) \|$/gm)
    const missing = [...rows].flatMap(([, cell = '', types = '']) => {
      const sources = namesIn(cell).map((name) => sourcesOf(join(folder, name)))
      const isDeclared = (type: string) =>
        sources.some((source) => new RegExp(`\\b(type|interface|class) ${type}\\b`).test(source))
      return namesIn(types).filter((type) => !isDeclared(type))
    })
    expect(missing).toEqual([])
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
