import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages, grouped by the reader's goal. A page's title is its first heading. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ['start-calling', 'start-building', 'start-testing'],
  Call: ['client', 'streams', 'outputs'],
  Build: ['server', 'mounts'],
  Test: ['verify', 'credentials', 'mock', 'repair', 'diff', 'ci'],
  'Look up': ['troubleshooting', 'configuration', 'rules'],
  Decide: ['other-tools', 'evidence', 'security'],
}

const docs = join(import.meta.dirname, '../docs')

export function sidebar() {
  return Object.entries(GROUPS).map(([text, pages]) => ({
    text,
    items: pages.map((page) => ({ text: titleOf(page), link: `/docs/${page}` })),
  }))
}

/** Every page in docs/ that the sidebar contains. */
export const PAGES: readonly string[] = Object.values(GROUPS).flat()

function titleOf(page: string): string {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8')) ?? []
  return title.replaceAll('`', '')
}
