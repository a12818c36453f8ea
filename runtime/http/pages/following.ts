import { nextLink } from './link-header.ts'
import type { MemberPath, NextPage, PagesDescriptor } from './pages.ts'

/** What a page that was read tells about the next one. */
export interface ReadPage {
  readonly pages: Pick<PagesDescriptor, 'next' | 'more' | 'last' | 'total'>
  readonly body: unknown
  readonly items: readonly unknown[]
  readonly headers: Headers
  /** The value that was sent to choose this page. */
  readonly asked: unknown
}

/** The value that leads to the next page, or what is wrong with the answer: it goes on from "the answer". */
export type Following = { readonly value: unknown } | { readonly problem: string }

/** The value at a path of property names; `undefined` where the path ends early. */
export function at(value: unknown, path: MemberPath): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    value,
  )
}

/** What leads from a page to the next one; `undefined` after the last page. */
export function following(page: ReadPage): Following | undefined {
  const { pages, body, items, headers } = page
  const isMore = flag(body, pages.more) ?? negated(flag(body, pages.last))
  if (isMore === false) return undefined
  const { next } = pages
  switch (next.from) {
    case 'body':
      return said(at(body, next.path), isMore)
    case 'links':
      return said(inLinks(at(body, next.path), next), isMore)
    case 'lastItem':
      return said(at(items.at(-1), next.path), isMore)
    case 'header':
      return said(inHeader(headers, next.name), isMore)
    default:
      return counted(page, next, isMore)
  }
}

function said(value: unknown, isMore: boolean | undefined): Following | undefined {
  if (value !== undefined && value !== null && value !== '') return { value }
  return isMore ? { problem: 'says that there are more pages, but does not name the next one' } : undefined
}

function flag(body: unknown, path: MemberPath | undefined): boolean | undefined {
  const value = path && at(body, path)
  return typeof value === 'boolean' ? value : undefined
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value
}

function inLinks(links: unknown, { rel, target }: Extract<NextPage, { readonly from: 'links' }>): unknown {
  if (!Array.isArray(links)) return undefined
  const isNext = (relation: unknown) => String(relation).toLowerCase() === 'next'
  return at(
    links.find((link) => [at(link, [rel])].flat().some(isNext)),
    [target],
  )
}

function inHeader(headers: Headers, name: string): string | undefined {
  const value = headers.get(name) ?? ''
  return name.toLowerCase() === 'link' ? nextLink(value) : value
}

/** The number after that of a page. */
function counted(
  { pages: { total: path }, body, items, asked }: ReadPage,
  next: Extract<NextPage, { readonly from: 'items' | 'pages' }>,
  isMore: boolean | undefined,
): Following | undefined {
  const first = 'first' in next ? next.first : undefined
  const current = asNumber('current' in next ? at(body, next.current) : (asked ?? first))
  if (current === undefined)
    return { problem: 'does not say which page it is, so the next one cannot be named' }
  const value = current + (next.from === 'items' ? items.length : 1)
  if (isMore) return { value }
  const total = path && asNumber(at(body, path))
  // Where the first number is not known, 1 is the one that leaves nothing out: from 0 on, it asks for one page too many.
  if (value - (first ?? 1) === total) return undefined
  if (items.length > 0) return { value }
  if (total === undefined || current - (first ?? 0) >= total) return undefined
  return next.from === 'pages' ? { value } : { problem: `answered without items at ${current} of ${total}` }
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}
