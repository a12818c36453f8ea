/**
 * Markup in which all text from a document is escaped. {@link referenceHtml} escapes the strings that it
 * adds.
 */
export class ReferenceHtml {
  readonly #markup: string

  /** @param markup markup in which all text from a document is escaped. */
  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

type Value = ReferenceHtml | string | number | readonly ReferenceHtml[] | undefined

/** Template for markup: escapes strings, joins lists and omits `undefined`. */
export function referenceHtml(strings: TemplateStringsArray, ...values: readonly Value[]): ReferenceHtml {
  const parts = strings.map((text, index) => text + (index < values.length ? written(values[index]) : ''))
  return new ReferenceHtml(parts.join(''))
}

function written(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof ReferenceHtml) return value.toString()
  if (typeof value === 'object') return value.map(String).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Text that can be wrapped before a slash, so that a path is not broken inside a word. */
export function wrapAtSlashes(text: string): ReferenceHtml {
  return joinHtml(
    text.split(/(?<=[^/])(?=\/)/).map((part) => referenceHtml`${part}`),
    new ReferenceHtml('<wbr>'),
  )
}

/** Markup for a list, with a text or markup between its parts. */
export function joinHtml(parts: readonly ReferenceHtml[], between: Value): ReferenceHtml {
  return referenceHtml`${parts.map((part, index) => referenceHtml`${index === 0 ? '' : between}${part}`)}`
}

const NOTHING = new ReferenceHtml('')

/** Markup for an optional value. */
export function htmlWhen<Given>(
  value: Given | undefined,
  print: (value: Given) => ReferenceHtml,
): ReferenceHtml {
  return value === undefined ? NOTHING : print(value)
}
