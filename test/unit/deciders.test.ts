import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { DECIDERS } from './deciders.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test.each(DECIDERS)('$matter: $name', ({ name, file, askers }) => {
  expect(textOf(file)).toMatch(new RegExp(`export (async )?(function|type|const) ${name}\\b`))
  expect(askers).not.toEqual([])
  for (const asker of askers) expect(textOf(asker), asker).toMatch(new RegExp(`\\b${name}\\b`))
})
