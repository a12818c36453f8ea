/** The range of a list's items that one page shows. */
export interface Slice {
  readonly limit: number
  readonly offset: number
}

/** A page's items, and the number of items in the whole list. */
export interface Page<Item> {
  readonly count: number
  readonly results: Item[]
  /** True if the page has fewer items than its limit because the items are large. */
  readonly isCut?: boolean
}

/** The envelope for a list. @see interface document, section 2.1 */
export interface PageEnvelope<Item> extends Omit<Page<Item>, 'isCut'> {
  readonly next: string | null
  readonly previous: string | null
}

/** The page parameters, as in the document. */
export interface PageParameters {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** Default number of items per page. @see spec/decisions/limits.yaml, "Default and maximum page size" */
const defaultLimit = 100

/**
 * Maximum number of items on a page, because a page is built in memory. If the limit is larger, the response
 * has this many items, and the address of the next page.
 */
export const largestPage = 1000

/** Maximum offset: JavaScript's largest exact integer, which PostgreSQL accepts as well. */
export const largestOffset = Number.MAX_SAFE_INTEGER

/** Parses the requested page. A limit below 1 and a negative offset count as absent, not as errors. */
export function pageSlice({ limit = 0, offset = 0 }: PageParameters): Slice {
  return {
    limit: limit < 1 ? defaultLimit : Math.min(limit, largestPage),
    offset: Math.min(Math.max(offset, 0), largestOffset),
  }
}

/**
 * Puts a page into its envelope. The addresses are absolute, and keep the request's path and its other
 * parameters.
 */
export function pageEnvelope<Item>(
  request: Request,
  { count, results, isCut = false }: Page<Item>,
  { limit, offset }: Slice,
): PageEnvelope<Item> {
  const at = (start: number): string => pageAddressOf(request, { limit, offset: start })
  const end = offset + (isCut ? results.length : limit)
  return {
    count,
    next: end < count ? at(end) : null,
    previous: offset > 0 ? at(offset - limit) : null,
    results,
  }
}

/** The address of another page for the same request. The first page's address has no offset. */
export function pageAddressOf(request: Request, { limit, offset }: Slice): string {
  return addressWithParameters(request, { limit, offset: offset > 0 ? offset : undefined })
}

/** A request's address with different values for the given parameters, or without them. */
export function addressWithParameters(
  { url }: Request,
  changes: Readonly<Record<string, number | undefined>>,
): string {
  const [address, query] = cutAt(url, '?')
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) parameters.delete(name)
    else parameters.set(name, String(value))
  return `${address}?${parameters}`
}

function cutAt(text: string, mark: string): readonly [before: string, after: string] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}
