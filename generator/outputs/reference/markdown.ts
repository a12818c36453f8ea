import { Marked, type RendererObject } from 'marked'
import { ReferenceHtml, referenceHtml } from './html.ts'
import { isReferenceProseBounded } from './prose-bounds.ts'

/** URLs to which a page is allowed to link. */
const LINKED = /^(?:https?:|mailto:|#)/i

/**
 * Shows a document's HTML as plain text, its pictures as their alternative text, and its headings at levels
 * below the page's own.
 */
const renderer: RendererObject = {
  html: ({ text }) => referenceHtml`${text}`.toString(),
  heading({ tokens, depth }) {
    const name = depth < 3 ? 'h5' : 'h6'
    return `<${name}>${this.parser.parseInline(tokens)}</${name}>`
  },
  image: ({ text }) => referenceHtml`${text}`.toString(),
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    if (!LINKED.test(href)) return text
    return referenceHtml`<a href="${href}" rel="noreferrer">${new ReferenceHtml(text)}</a>`.toString()
  },
}

const marked = new Marked({ gfm: true, renderer })

/** Renders a document's prose, which OpenAPI defines as CommonMark. */
export function proseHtml(text: string | undefined): ReferenceHtml {
  if (text === undefined || text.trim() === '') return new ReferenceHtml('')
  const written = text.trim()
  if (!isReferenceProseBounded(written)) return referenceHtml`<div class="prose"><pre>${written}</pre></div>`
  return new ReferenceHtml(`<div class="prose">${marked.parse(written, { async: false })}</div>`)
}
