import type { NextPage } from './reading/pages.ts'
import { bodyStyle } from './styles/body.ts'
import { headerStyle } from './styles/header.ts'
import { itemsStyle } from './styles/items.ts'
import { lastItemStyle } from './styles/last-item.ts'
import { linksStyle } from './styles/links.ts'
import { pagesStyle } from './styles/pages.ts'
import { rangeStyle } from './styles/range.ts'
import type { PageStyle } from './styles/style.ts'

/** All styles, by the `from` property of `NextPage`. Tests walk through a list in each style. */
export const PAGE_STYLES: Readonly<Record<NextPage['from'], PageStyle>> = {
  body: bodyStyle,
  links: linksStyle,
  header: headerStyle,
  lastItem: lastItemStyle,
  items: itemsStyle,
  pages: pagesStyle,
  range: rangeStyle,
}

/** Returns the style of a list's pages; the same `next` must be passed to its functions. */
export function pageStyle({ from }: Pick<NextPage, 'from'>): PageStyle {
  return PAGE_STYLES[from]
}
