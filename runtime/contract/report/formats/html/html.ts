import { printableText } from '../../printable.ts'

/** Text that is HTML. Only {@link reportHtml} creates it, and escapes its values. */
export class ReportHtml {
  readonly #text: string

  /** Use {@link reportHtml}: this does not escape the text. */
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

/** HTML with values in it: in the text of an element, or in a quoted attribute. A list is joined. */
export function reportHtml(strings: TemplateStringsArray, ...values: readonly Value[]): ReportHtml {
  return new ReportHtml(strings.map((part, index) => part + write(values[index] ?? '')).join(''))
}

function write(value: Value): string {
  if (value instanceof ReportHtml) return value.toString()
  if (typeof value === 'object') return value.map(String).join('')
  return printableText(String(value)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
