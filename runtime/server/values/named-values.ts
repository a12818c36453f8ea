/** Values that came under one name, still encoded: a text, or several in their order. */
export type RawValues = string | readonly string[]

/** The last value of a scalar that came several times. */
export function lastOf(values: RawValues): string {
  return typeof values === 'string' ? values : (values.at(-1) ?? '')
}

/** Syntax of the pairs of a query or of a `Cookie`, and the decoding of their names. */
export interface PairsSyntax {
  readonly separator: '&' | ';'
  readonly decode: (text: string) => string
}

/**
 * Compiles the search for the values of some names. Values of other names are not kept, so that a query costs
 * little more than the values that are asked for. Most callers write them in the document's order: the name
 * that is next there is compared before it is searched.
 * @returns a function whose list has a place for each of the names.
 */
export function compileNamedValues(
  names: readonly string[],
  { separator, decode }: PairsSyntax,
): (text: string) => readonly (RawValues | undefined)[] {
  const places = new Map(names.map((name, place) => [name, place]))
  // Names are found as documented, which suits most requests. The others have the separator in their place,
  // which no name on the wire contains.
  const written = names.map((name) => (/[%+]/.test(name) ? separator : name))
  const none = names.map((): string | string[] | undefined => undefined)
  const plain = new Map(written.map((name, place) => [name, place]))
  return (text) => {
    const found = [...none]
    let next = 0
    eachPair(text, separator, (name, value) => {
      const isNext = next < written.length && name === written[next]
      const place = isNext ? next : (plain.get(name) ?? places.get(decode(name)))
      if (place === undefined) return
      next = place + 1
      const before = found[place]
      if (before === undefined) found[place] = value
      else if (typeof before === 'string') found[place] = [before, value]
      else before.push(value)
    })
    return found
  }
}

/** Goes through a query, a form or a `Cookie` once. Names and values are passed on as they are written. */
export function eachPair(
  text: string,
  separator: '&' | ';',
  take: (name: string, value: string) => void,
): void {
  let mark = -1
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf(separator, start)
    const end = found === -1 ? text.length : found
    // Looked for once, however many pairs come before it: the time is that of the text.
    if (mark < start) mark = (text.indexOf('=', start) + 1 || text.length + 1) - 1
    const nameEnd = Math.min(mark, end)
    let name = text.slice(start, nameEnd)
    let value = nameEnd < end ? text.slice(nameEnd + 1, end) : ''
    if (separator === ';') {
      name = nameEnd < end ? name.trimStart() : name.trim()
      value = value.trimEnd()
    }
    if (name !== '' || value !== '') take(name, value)
    start = end + 1
  }
}
