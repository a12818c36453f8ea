import type { NextPage } from './reading/pages.ts'
import { at, type Following, type ReadPage } from './reading/read-page.ts'
import { followBody } from './styles/body.ts'
import { countUp } from './styles/count-up.ts'
import { followHeader } from './styles/header.ts'
import { followLastItem } from './styles/last-item.ts'
import { followLinks } from './styles/links.ts'
import type { PageStyle } from './styles/style.ts'

/** What a walk needs of each style, and nothing more: browsers load it. */
const FOLLOWING: Readonly<Record<NextPage['from'], PageStyle['follow']>> = {
  body: followBody,
  links: followLinks,
  header: followHeader,
  lastItem: followLastItem,
  items: countUp,
  pages: countUp,
}

/** What leads from a page to the next one; `undefined` after the last page. */
export function following(page: ReadPage): Following | undefined {
  const { pages, body } = page
  const [more, last] = [pages.more, pages.last].map((path) => path && at(body, path))
  const isMore = isFlag(more) ? more : isFlag(last) ? !last : undefined
  return isMore === false ? undefined : FOLLOWING[pages.next.from](pages.next, page, isMore)
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}
