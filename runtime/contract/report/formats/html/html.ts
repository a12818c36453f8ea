import { printable } from '../../printable.ts'

/** Text that is HTML. Only {@link html} creates it, and escapes its values. */
export class Html {
  readonly #text: string

  /** Use {@link html}: this does not escape the text. */
  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

type Value = Html | string | number | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML with values in it: in the text of an element, or in a quoted attribute. A list is joined. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((part, index) => part + write(values[index] ?? '')).join(''))
}

function write(value: Value): string {
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(String).join('')
  return printable(String(value)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
