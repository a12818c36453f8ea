import type { NextPage } from './reading/pages.ts'
import { at, type Following, type ReadPage } from './reading/read-page.ts'
import { followBody } from './styles/body.ts'
import { countUp } from './styles/count-up.ts'
import { followHeader } from './styles/header.ts'
import { followLastItem } from './styles/last-item.ts'
import { followLinks } from './styles/links.ts'
import type { PageStyle } from './styles/style.ts'

type Follow = PageStyle['follow']

/** Styles that few documents have: what they need is a part of the operations that have them. */
type Rare = 'range'

/** What a walk needs of the other styles, and nothing more: browsers load it. */
const COMMON: Readonly<Record<Exclude<NextPage['from'], Rare>, Follow> & Partial<Record<Rare, Follow>>> = {
  body: followBody,
  links: followLinks,
  header: followHeader,
  lastItem: followLastItem,
  items: countUp,
  pages: countUp,
}

/**
 * What leads from a page to the next one; `undefined` after the last page.
 * @throws TypeError for a rare style without its part: to end there would leave out items.
 */
export function commonFollowing(
  page: ReadPage,
  follow: Follow | undefined = COMMON[page.pages.next.from],
): Following | undefined {
  const { pages, body } = page
  // Of two flags, which say the same, the first counts.
  const flag = at(body, pages.more ?? pages.last ?? [])
  const isMore = typeof flag === 'boolean' ? flag === (pages.more !== undefined) : undefined
  if (isMore === false) return undefined
  if (!follow) throw new TypeError(pages.next.from)
  return follow(pages.next, page, isMore)
}
