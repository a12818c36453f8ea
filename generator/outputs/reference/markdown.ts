import { Marked, type RendererObject } from 'marked'
import { Html, html } from './html.ts'
import { isWithinBounds } from './prose-bounds.ts'

/** Addresses that a page may link to. */
const LINKED = /^(?:https?:|mailto:|#)/i

/**
 * Shows a document's markup as text, pictures as their alternative text, and headings below those of the
 * page.
 */
const renderer: RendererObject = {
  html: ({ text }) => html`${text}`.toString(),
  heading({ tokens, depth }) {
    const name = depth < 3 ? 'h5' : 'h6'
    return `<${name}>${this.parser.parseInline(tokens)}</${name}>`
  },
  image: ({ text }) => html`${text}`.toString(),
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    if (!LINKED.test(href)) return text
    return html`<a href="${href}" rel="noreferrer">${new Html(text)}</a>`.toString()
  },
}

const marked = new Marked({ gfm: true, renderer })

/** Renders a document's prose, which OpenAPI defines as CommonMark. */
export function prose(text: string | undefined): Html {
  if (text === undefined || text.trim() === '') return new Html('')
  const written = text.trim()
  if (!isWithinBounds(written)) return html`<div class="prose"><pre>${written}</pre></div>`
  return new Html(`<div class="prose">${marked.parse(written, { async: false })}</div>`)
}
