import { type ListDescriptor, pageStyle } from '@concordat/runtime/http'

/** The member or header of an answer that leads to the next page; `undefined` where pages are counted up. */
export function nextPart({ pages }: ListDescriptor = { items: [] }): string | undefined {
  return pages && pageStyle(pages.next).part?.(pages.next)
}
