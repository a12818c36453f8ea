import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sidebar } from './sidebar.ts'

const root = join(import.meta.dirname, '..')

/** A longer first paragraph is cut after its first sentence. */
const MOST_CHARACTERS = 160

const read = (link: string): string => readFileSync(join(root, `${link}.md`), 'utf8')

/**
 * The page list for language models: a title, a summary, and each page with its beginning.
 * @param ending the ending of links: ".md" beside the pages, ".html" on the site.
 * @see https://llmstxt.org
 */
export function llmsText(ending: '.md' | '.html'): string {
  const groups = sidebar().map(({ text, items }) => {
    const pages = items.map((item) => {
      const address = `${ending === '.md' ? item.link.replace('/docs/', '') : item.link}${ending}`
      return `- [${item.text}](${address}): ${beginningOf(read(item.link))}`
    })
    return `## ${text}\n${pages.join('\n')}`
  })
  return `# Concordat

> One OpenAPI document in; types, client, server, mock and contract tests out. A command-line tool for TypeScript projects, and a test kit for servers in any language.

\`concordat skill\` prints how to work with it, \`concordat mcp\` serves its commands as tools, and \`concordat help COMMAND\` lists the options of a command.

${groups.join('\n\n')}
`
}

/** All pages, one after another. */
export function llmsFullText(): string {
  return sidebar()
    .flatMap(({ items }) => items.map(({ link }) => withoutComments(read(link)).trim()))
    .join('\n\n')
}

/** The beginning of a page, as one line. */
function beginningOf(page: string): string {
  const blocks = withoutComments(page)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(/\n{2,}/)
  const first = blocks.find((block) => /^[A-Za-z`*[]/.test(block)) ?? ''
  const line = first
    .replaceAll(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
  const [sentence = line] = line.length <= MOST_CHARACTERS ? [line] : (/^.+?\.(?= )/.exec(line) ?? [])
  return sentence.replace(/:$/, '.')
}

function withoutComments(page: string): string {
  return page.replace(/<!--[\s\S]*?-->/g, '')
}
