/** Markup. Text is only added by {@link referenceHtml}, which escapes it. */
export class ReferenceHtml {
  readonly #markup: string

  /** @param markup without any text of a document. */
  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

type Value = ReferenceHtml | string | number | readonly ReferenceHtml[] | undefined

/** Template of markup: strings are escaped, lists joined, `undefined` omitted. */
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

const NOTHING = new ReferenceHtml('')

/** Markup for an optional value. */
export function htmlWhen<Given>(
  value: Given | undefined,
  print: (value: Given) => ReferenceHtml,
): ReferenceHtml {
  return value === undefined ? NOTHING : print(value)
}
