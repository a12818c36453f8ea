import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages by what a reader wants; a page's title is its first heading. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'First steps': ['start-calling', 'start-building', 'start-testing'],
  Use: [
    'client',
    'server',
    'mounts',
    'outputs',
    'formats',
    'verify',
    'first-run',
    'own-rules',
    'mock',
    'diff',
    'repair',
    'ci',
    'agents',
  ],
  'Look up': ['configuration', 'command-line', 'rules', 'problems', 'diff-kinds'],
  Decide: ['comparison', 'migration', 'evidence', 'security', 'versions'],
}

const docs = join(import.meta.dirname, '../docs')

export function sidebar() {
  return Object.entries(GROUPS).map(([text, pages]) => ({
    text,
    items: pages.map((page) => ({ text: titleOf(page), link: `/docs/${page}` })),
  }))
}

/** Every page of docs/ that the sidebar has. */
export const PAGES: readonly string[] = Object.values(GROUPS).flat()

function titleOf(page: string): string {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8')) ?? []
  return title
}
