import type { ListDescriptor } from '@concordat/runtime/http'

/** The member or header of an answer that leads to the next page; `undefined` where pages are counted up. */
export function nextPart(list: ListDescriptor | undefined): string | undefined {
  const { next } = list?.pages ?? {}
  if (next?.from === 'header') return next.name
  return next?.from === 'body' || next?.from === 'links' || next?.from === 'lastItem'
    ? next.path.join('.')
    : undefined
}
