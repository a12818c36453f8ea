import { formDecode } from '../values/percent-decode.ts'

/**
 * The fixed query of a path template: names, each with its required value or with the path parameter whose
 * value it contains.
 */
export type QueryTemplate = readonly {
  readonly name: string
  readonly is: { readonly text: string } | { readonly parameter: string }
}[]

/** Parses a path template's query, such as "beta=true", "acl" or "id={petId}". */
export function parseQuery(query: string): QueryTemplate {
  return pairsOf(query).map(([name, raw]) => {
    const [, parameter] = /^\{\+?([^{}]+)\}$/.exec(raw) ?? []
    return { name, is: parameter === undefined ? { text: formDecode(raw) } : { parameter } }
  })
}

/** One request's query, split when a template first needs it. */
export class QueryPairs {
  readonly #query: string
  #pairs: readonly (readonly [name: string, raw: string])[] | undefined

  /** @param query raw, without "?". */
  constructor(query: string) {
    this.#query = query
  }

  /** True if the query contains everything that the template requires. It can contain more. */
  fit(template: QueryTemplate): boolean {
    return template.every(({ name, is }) =>
      'text' in is
        ? this.#values(name).some((raw) => formDecode(raw) === is.text)
        : this.#values(name).some((raw) => raw !== ''),
    )
  }

  /** The values of path parameters that occur in the query, still percent-encoded. */
  valuesOf(template: QueryTemplate): Record<string, string> {
    return Object.fromEntries(
      template.flatMap(({ name, is }) =>
        'parameter' in is ? [[is.parameter, (this.#values(name)[0] ?? '').replaceAll('+', '%20')]] : [],
      ),
    )
  }

  #values(name: string): string[] {
    this.#pairs ??= pairsOf(this.#query)
    return this.#pairs.flatMap(([own, raw]) => (own === name ? [raw] : []))
  }
}

function pairsOf(query: string): [name: string, raw: string][] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const mark = pair.indexOf('=')
      return mark === -1 ? [formDecode(pair), ''] : [formDecode(pair.slice(0, mark)), pair.slice(mark + 1)]
    })
}
