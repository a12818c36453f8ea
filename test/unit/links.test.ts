import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FLAGS } from '../../generator/options/options.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...[
    'bench/README.md',
    'bench/contract-score.md',
    'bench/foreign-servers.md',
    'server/README.md',
    'server/decisions.md',
  ],
]
const read = (page: string) => readFileSync(join(root, page), 'utf8')

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

describe.each(pages)('%s', (page) => {
  test('its links lead to files and headings that are there', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link)
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? page : join(dirname(page), file)
      if (!existsSync(join(root, target))) return true
      if (anchor === undefined || !target.endsWith('.md')) return false
      const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
      return !headings.includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test('options in its commands are options', () => {
    const commands = [...read(page).matchAll(/^(?:npx )?concordat .+$/gm)].map(([line]) =>
      line.replace(/\s#.*$/, ''),
    )
    const flags = commands.flatMap((line) =>
      [...line.matchAll(/ --([a-z-]{2,})/g)].map(([, name = '']) => name),
    )
    const known = new Set([...FLAGS.map(({ flag }) => flag.name), 'help', 'version'])
    expect(flags.filter((name) => !known.has(name))).toEqual([])
  })
})

test('every page is linked from another', () => {
  const named = new Set(
    [
      ...pages
        .map(read)
        .join('\n')
        .matchAll(/\]\((?:docs\/)?([\w-]+\.md)/g),
    ].map(([, name]) => name),
  )
  expect(pages.filter((page) => page.startsWith('docs/') && !named.has(page.slice('docs/'.length)))).toEqual(
    [],
  )
})
