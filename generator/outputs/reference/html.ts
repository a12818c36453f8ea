/** Markup. Text is only added by {@link html}, which escapes it. */
export class Html {
  readonly #markup: string

  /** @param markup without any text of a document. */
  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

type Value = Html | string | number | readonly Html[] | undefined

/** Template of markup: strings are escaped, lists joined, `undefined` omitted. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? written(values[index]) : ''))
  return new Html(parts.join(''))
}

function written(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(String).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const NOTHING = new Html('')

/** Markup for an optional value. */
export function when<Given>(value: Given | undefined, print: (value: Given) => Html): Html {
  return value === undefined ? NOTHING : print(value)
}
