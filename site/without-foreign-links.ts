import type { MarkdownOptions } from 'vitepress'

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** Folders whose pages are not part of the site. */
export const OTHER_FOLDERS: readonly string[] = [
  ...['bench', 'build', 'dist', 'generated', 'generator', 'runtime', 'server', 'spec', 'templates', 'test'],
]

const FOREIGN = new RegExp(`^(?:\\.\\.?/)*(?:${OTHER_FOLDERS.join('|')})/`)

/**
 * True if a link works on the site, because it leads to an external address, a heading, or one of the site's
 * pages or pictures.
 */
export function staysOnSite(link: string): boolean {
  return /^(?:[a-z]+:|#)/.test(link) || (!FOREIGN.test(link) && /\.(?:md|png)(?:#.*)?$/.test(link))
}

/** Replaces links to files that are not on the site with the links' text. */
export function withoutForeignLinks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('without-foreign-links', ({ tokens }) => {
    for (const { children } of tokens) {
      let isForeign = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') isForeign = !staysOnSite(token.attrGet('href') ?? '')
        if (!isForeign) continue
        const ends = token.type === 'link_close'
        if (ends || token.type === 'link_open') {
          token.type = 'text'
          token.tag = ''
          token.nesting = 0
          token.content = ''
        }
        if (ends) isForeign = false
      }
    }
  })
}
