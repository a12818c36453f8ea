import { printableInReport } from '../../printable.ts'

/** A string that contains HTML. Create it with {@link reportHtml}, which escapes the values in it. */
export class ReportHtml {
  readonly #text: string

  /** Use {@link reportHtml} instead, because this constructor does not escape the text. */
  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

type Value = ReportHtml | string | number | readonly ReportHtml[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * HTML in which each string is escaped, for an element's text or a quoted attribute. The entries of a list
 * are joined.
 */
export function reportHtml(strings: TemplateStringsArray, ...values: readonly Value[]): ReportHtml {
  return new ReportHtml(strings.map((part, index) => part + write(values[index] ?? '')).join(''))
}

/** Text that can be wrapped before a slash, so that a path is not broken inside a word. */
export function wrapAtSlashes(text: string): ReportHtml {
  const [first = '', ...rest] = text.split(/(?<=[^/])(?=\/)/)
  return reportHtml`${first}${rest.map((part) => reportHtml`<wbr>${part}`)}`
}

/** Text whose options and environment variables are code, which is not broken at a hyphen. */
export function withOptions(text: string): ReportHtml {
  const parts = text.split(/(--[a-z][\w-]*|CONCORDAT_[A-Z_]+)/)
  return reportHtml`${parts.map((part, index) => (index % 2 === 0 ? reportHtml`${part}` : reportHtml`<code class="option">${part}</code>`))}`
}

function write(value: Value): string {
  if (value instanceof ReportHtml) return value.toString()
  if (typeof value === 'object') return value.map(String).join('')
  return printableInReport(String(value)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Text to copy, with a button that is hidden until the script shows it. */
export function copiedText(text: string): ReportHtml {
  return reportHtml`<div class="copied"><button type="button" class="copier" hidden>Copy</button><pre class="copy" tabindex="0">${text}</pre></div>`
}
