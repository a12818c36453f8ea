import { paging, parts, plainName, ranges } from '@concordat/contract/lexicon'

/**
 * True if a parameter is for paging, given all parameter names of the operation. "token" alone could be a
 * credential, and "start" together with "end" could be a time range.
 */
export function isPagingMemberName(name: string, all: readonly string[]): boolean {
  if (![paging.limit, paging.offset, paging.page, paging.cursor].some((known) => known.has(name)))
    return false
  if (name === 'token') return all.some((other) => paging.limit.has(other))
  return name !== 'start' || !all.some((other) => ranges.closing.has(other))
}

/** Name of a parameter without its group: "cursor" for "page[cursor]", "page" for "page[number]". */
export function ungroupedPagingParameter(path: readonly string[]): string {
  const [first = '', ...deeper] = path
  if (deeper.length === 0 && !/[[\].]/.test(first)) return plainName(first)
  const steps = path.flatMap((step) => step.split(/[[\].]/)).filter((step) => step !== '')
  const holders = steps.slice(0, -1).map(plainName)
  const name = plainName(steps.at(-1) ?? '')
  if (!holders.every((holder) => parts.ofPages.has(holder))) return plainName(steps.join())
  return holders.length > 0 && name === 'number' ? 'page' : name
}
