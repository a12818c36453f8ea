/** The encoded values of one name: a single string, or several in order. */
export type RawValues = string | readonly string[]

/** The last value, for a scalar that occurs several times. */
export function lastRawValue(values: RawValues): string {
  return typeof values === 'string' ? values : (values.at(-1) ?? '')
}

/** The separator of the pairs in a query or `Cookie`, and the decoding of their names. */
export interface PairsSyntax {
  readonly separator: '&' | ';'
  readonly decode: (text: string) => string
}

/**
 * Compiles the search for the values of some names. Values of other names are not kept. Most clients follow
 * the document's order, so the next name in that order is tried first.
 * @returns a function that returns a list with one entry per name.
 */
export function compileNamedValues(
  names: readonly string[],
  { separator, decode }: PairsSyntax,
): (text: string) => readonly (RawValues | undefined)[] {
  const places = new Map(names.map((name, place) => [name, place]))
  // Received names are first compared undecoded, which suffices for most requests. A documented name with "%"
  // or "+" could then match wrongly, so it is replaced by the separator, which no received name contains.
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

/** Walks a query, form or `Cookie` once. Names and values are passed on undecoded. */
export function eachPair(
  text: string,
  separator: '&' | ';',
  take: (name: string, value: string) => void,
): void {
  let mark = -1
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf(separator, start)
    const end = found === -1 ? text.length : found
    // The next "=" is searched for only once, however many pairs precede it, so that the time stays linear.
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
