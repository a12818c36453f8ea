import type { Fault } from './pet-fault.ts'

/** The data for a list's response. */
export interface PetPage {
  readonly items: readonly object[]
  /** True if faults of items apply to it. */
  readonly itemFault: boolean
  readonly has: (fault: Fault) => boolean
  /** Counts requests. */
  readonly turn: number
}

/** Returns the requested page in the list envelope. */
export function answerList(url: URL, { items: all, itemFault, has, turn }: PetPage): Response {
  const limit = has('limit-ignored') ? 100 : Number(url.searchParams.get('limit') ?? 100)
  const offset = has('offset-ignored') ? 0 : Number(url.searchParams.get('offset') ?? 0)
  const items = has('order-turns') ? (turn % 2 === 0 ? all.toReversed() : all) : all
  const results = items.slice(offset, offset + limit).map((item) => ({
    ...item,
    ...(itemFault && has('list-item-invalid') && { created_at: 'today' }),
    ...(itemFault && has('list-shows-old-weight') && { weight: 1 }),
  }))
  const link = (start: number): string => {
    const query = new URLSearchParams(url.searchParams)
    query.set('limit', `${limit}`)
    query.set('offset', `${start}`)
    return `${url.origin}${url.pathname}?${query}`
  }
  const step = has('next-repeats') ? limit - 1 : limit
  const isEnd = offset + limit >= all.length || has('next-ends-early')
  const previous = has('previous-is-first') ? offset : Math.max(0, offset - limit)
  return Response.json({
    count: has('count-of-page') ? results.length : all.length,
    next: isEnd ? null : link(offset + step),
    previous: offset === 0 ? null : link(previous),
    results,
  })
}
