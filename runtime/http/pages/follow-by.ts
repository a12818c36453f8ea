import { at, type Following, type ReadPage } from './reading/read-page.ts'
import type { PageStyle } from './styles/style.ts'

/** Way from a page of one style to the next one. */
export type Follow = PageStyle['follow']

/**
 * Way from a page to the next one; `undefined` after the last page.
 * @param follow that of the list's style.
 */
export function followBy(follow: Follow, page: ReadPage): Following | undefined {
  const { pages, body } = page
  // If there are two flags, which say the same, the first counts.
  const flag = at(body, pages.more ?? pages.last ?? [])
  const isMore = typeof flag === 'boolean' ? flag === (pages.more !== undefined) : undefined
  return isMore === false ? undefined : follow(pages.next, page, isMore)
}
