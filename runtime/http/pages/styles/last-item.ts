import type { NextFrom } from '../reading/pages.ts'
import { type Following, followTold, type IsMore, type ReadPage, valueInPage } from '../reading/read-page.ts'
import type { PageStyle } from './style.ts'

type Next = NextFrom<'lastItem'>

export function followLastItem({ path }: Next, { items }: ReadPage, isMore: IsMore): Following | undefined {
  return followTold(valueInPage(items.at(-1), path), isMore)
}

/** A style in which a property of the last item selects the next page. */
export const lastItemStyle: PageStyle<Next> = {
  follow: followLastItem,
  part: ({ path }) => path.join('.'),
  rename: (next, name) => ({ ...next, path: next.path.map(name) }),
  cut: ({ path }, { items, sent }) =>
    items.findIndex((item) => String(valueInPage(item, path)) === String(sent)) + 1,
  lead: ({ path }, { lastItem }) => valueInPage(lastItem, path),
}
