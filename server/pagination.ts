/** Which items of a list a page shows. */
export interface Slice {
  readonly limit: number
  readonly offset: number
}

/** The items of a page, and how many the whole list has. */
export interface Page<Item> {
  readonly count: number
  readonly results: Item[]
}

/** The list envelope. @see interface document, section 2.1 */
export interface Envelope<Item> extends Page<Item> {
  readonly next: string | null
  readonly previous: string | null
}

const defaultLimit = 100

/** PostgreSQL's largest integer that is exact here too; nobody can ask for a later page. */
const largest = Number.MAX_SAFE_INTEGER

/** Reads `limit` and `offset` of a request. What is no number, or out of range, counts as absent: it is no error. */
export function sliceOf(request: Request, fallback = defaultLimit): Slice {
  const query = new URL(request.url).searchParams
  return {
    limit: wholeNumber(query.get('limit')) || fallback,
    offset: wholeNumber(query.get('offset')) ?? 0,
  }
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), largest) : undefined
}

/** Puts a page into its envelope. The addresses are absolute and keep the request's path and other parameters. */
export function envelope<Item>(
  request: Request,
  { count, results }: Page<Item>,
  fallback = defaultLimit,
): Envelope<Item> {
  const { limit, offset } = sliceOf(request, fallback)
  const at = (start: number): string => {
    const url = new URL(request.url)
    url.searchParams.set('limit', String(limit))
    if (start > 0) url.searchParams.set('offset', String(start))
    else url.searchParams.delete('offset')
    return url.href
  }
  return {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(offset - limit) : null,
    results,
  }
}
