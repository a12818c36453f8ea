import { followBy } from './follow-by.ts'
import { pageStyle } from './page-styles.ts'
import type { Following, ReadPage } from './reading/read-page.ts'

/** Returns the value for the page after the given one, in any style; `undefined` after the last page. */
export function followingPage(page: ReadPage): Following | undefined {
  return followBy(pageStyle(page.pages.next).follow, page)
}
