import { type Following, type ReadPage, valueInPage } from './reading/read-page.ts'
import type { PageStyle } from './styles/style.ts'

/** A paging style's function that determines the next page from the current one. */
export type Follow = PageStyle['follow']

/**
 * Returns the value for the next page; `undefined` after the last page.
 * @param follow the function of the list's style.
 */
export function followBy(follow: Follow, page: ReadPage): Following | undefined {
  const { pages, body } = page
  // Both flags give the same information, so the first one decides.
  const flag = valueInPage(body, pages.more ?? pages.last ?? [])
  const isMore = typeof flag === 'boolean' ? flag === (pages.more !== undefined) : undefined
  return isMore === false ? undefined : follow(pages.next, page, isMore)
}
