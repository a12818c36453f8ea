import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const [, table = ''] = /\n## Who decides\n([\s\S]*?)\n## /.exec(textOf('ARCHITECTURE.md')) ?? []
const rows = table.split('\n').flatMap((line) => {
  const [, matter = '', decides = '', ask = ''] = line.split('|').map((cell) => cell.trim())
  const [, name, file] = /`(\w+)` in `([\w./-]+\.ts)`/.exec(decides) ?? []
  if (name === undefined || file === undefined) return []
  return [
    { matter, name, file, askers: [...ask.matchAll(/`([\w./-]+\.ts)`/g)].map(([, asker = '']) => asker) },
  ]
})

test('the table has the matters', () => {
  expect(rows.length).toBeGreaterThan(15)
})

test.each(rows)('$matter: $name', ({ name, file, askers }) => {
  expect(textOf(file)).toMatch(new RegExp(`export (async )?(function|type|const) ${name}\\b`))
  expect(askers).not.toEqual([])
  for (const asker of askers) expect(textOf(asker), asker).toMatch(new RegExp(`\\b${name}\\b`))
})
