import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { llmsFullText, llmsText } from '../../site/llms.ts'
import { PAGES } from '../../site/sidebar.ts'

test('the site has every page of docs/ in its sidebar, once', () => {
  const docs = readdirSync(join(resolve(import.meta.dirname, '../..'), 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace('.md', ''))
  expect(PAGES.toSorted()).toEqual(docs.sort())
})

const root = resolve(import.meta.dirname, '../..')

test('llms.txt names every page with what it says first', () => {
  const text = llmsText('.md')
  expect(readFileSync(join(root, 'docs/llms.txt'), 'utf8')).toBe(text)
  expect(text).toMatch(/^# Concordat\n\n> .+\n/)
  const pages = [...text.matchAll(/^- \[.+\]\((.+\.md)\): (.+)$/gm)]
  expect(pages.map(([, file]) => file)).toEqual(PAGES.map((page) => `${page}.md`))
  for (const [, file = '', said = ''] of pages) {
    expect(existsSync(join(root, 'docs', file))).toBe(true)
    expect(said.length, file).toBeGreaterThan(10)
  }
})

test('the site has it with its own links, and all pages in one file', () => {
  expect(llmsText('.html')).toContain('](/docs/verify.html): ')
  for (const page of PAGES)
    expect(llmsFullText()).toContain(/^# .+$/m.exec(readFileSync(join(root, `docs/${page}.md`), 'utf8'))?.[0])
})

test('the landing page leads to pages that are there, and to every way in', () => {
  const home = readFileSync(join(root, 'site/home.md'), 'utf8')
  const links = [...home.matchAll(/link: (\/docs\/[\w-]+)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(root, `${link}.md`)))).toEqual([])
  for (const page of ['start-calling', 'start-building', 'start-testing', 'mock'])
    expect(links).toContain(`/docs/${page}`)
  const pictures = [...home.matchAll(/\]\(\.\.\/(docs\/images\/[\w.-]+)\)/g)].map(([, file = '']) => file)
  expect(pictures.map((file) => existsSync(join(root, file)))).toEqual([true, true])
})
