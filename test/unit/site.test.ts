import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES } from '../../site/sidebar.ts'

test('the site has every page of docs/ in its sidebar, once', () => {
  const docs = readdirSync(join(resolve(import.meta.dirname, '../..'), 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace('.md', ''))
  expect(PAGES.toSorted()).toEqual(docs.sort())
})
