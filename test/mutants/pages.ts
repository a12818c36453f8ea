import { type Make, shown } from './edits.ts'
import { type Call, fieldsOf, isFields, isSuccess, withJson, withQuery } from './exchange.ts'

/** Behaviours of filtered lists, and of the items and links in lists. */

/** Returns the request without these filters. */
function unfiltered(call: Call, filters: readonly string[]): Call {
  return withQuery(call, Object.fromEntries(filters.map((name) => [name, undefined])))
}

const isFiltered = ({ query }: Call, filters: readonly string[]) => filters.some((name) => query.has(name))

/** Counts all items, whatever the filter. */
export function countsAll(...filters: readonly string[]): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    if (!isSuccess(reply) || !isFiltered(call, filters)) return reply
    const { count } = fieldsOf(await send(unfiltered(call, filters)))
    return count === undefined ? reply : withJson(reply, { ...fieldsOf(reply), count })
  }
}

/** Applies the filter to a page after cutting it from the whole list. */
export function filtersThePage(...filters: readonly string[]): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    const right = fieldsOf(reply)
    const name = 'results' in right ? 'results' : 'items'
    if (!isSuccess(reply) || !isFiltered(call, filters) || !Array.isArray(right[name])) return reply
    const whole = withQuery(call, { limit: '100', offset: undefined, cursor: undefined })
    const found = fieldsOf(await send(whole))[name]
    const plain = await send(unfiltered(call, filters))
    const page = fieldsOf(plain)
    const items = page[name]
    if (!isSuccess(plain) || !Array.isArray(found) || !Array.isArray(items)) return reply
    const ids = new Set(found.map(({ id }) => id))
    const links = ['next', 'previous'].flatMap((link) =>
      typeof page[link] === 'string' ? [[link, withFilters(page[link], call, filters)]] : [],
    )
    const count = 'count' in right ? { count: right['count'] } : {}
    const kept = items.filter(({ id }) => ids.has(id))
    return withJson(plain, { ...page, ...Object.fromEntries(links), ...count, [name]: kept })
  }
}

function withFilters(address: string, { query }: Call, filters: readonly string[]): string {
  const url = new URL(address)
  for (const name of filters) if (query.has(name)) url.searchParams.set(name, String(query.get(name)))
  return url.href
}

/** Adds an item that was never created to the last page. */
export function listsAGhost(id: unknown): Make {
  return shown((page, call) => {
    const name = 'results' in page ? 'results' : 'items'
    const items = page[name]
    if (!Array.isArray(items)) return page
    const [first] = items
    const room = Number(call.query.get('limit') ?? 20) > items.length
    if (!isFields(first) || !room || (page['next'] ?? page['next_cursor'] ?? null) !== null) return page
    const count = typeof page['count'] === 'number' ? { count: page['count'] + 1 } : {}
    return { ...page, ...count, [name]: [...items, { ...first, id }] }
  })
}

/** Changes the links on a page. */
export function linksTo(edit: (url: URL) => void): Make {
  return shown((page) => {
    const links = ['next', 'previous'].flatMap((name) => {
      const address = page[name]
      if (typeof address !== 'string') return []
      const url = new URL(address)
      edit(url)
      return [[name, url.href]]
    })
    return links.length === 0 ? page : { ...page, ...Object.fromEntries(links) }
  })
}
