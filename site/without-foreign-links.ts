import type { MarkdownOptions } from 'vitepress'

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** Links that stay on the site: addresses, headings, pages and pictures. Pages of bench and server are not on it. */
const STAYS = /^(?:[a-z]+:|#)|^(?!(?:\.\.?\/)*(?:bench|server)\/).*\.(?:md|png)(?:#.*)?$/

/** Takes links to the repository's sources away and leaves their words: a site does not have these files. */
export function withoutForeignLinks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('without-foreign-links', ({ tokens }) => {
    for (const { children } of tokens) {
      let isForeign = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') isForeign = !STAYS.test(token.attrGet('href') ?? '')
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
